// What the server's parts share, made once at the start: state of one database has its owner here, not in modules.
import type { Knex } from "knex";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { RunPrepared } from "../db/prepared.ts";
import type { DurableMark, ReadPosition } from "../db/read-position.ts";
import type { Snapshot } from "../db/snapshot.ts";
import type { PushConfig } from "./push-config.ts";

export type Services = {
  db: Knex;
  runPrepared: RunPrepared;
  /** Signs cursors and hashes ids; all servers of this database have the same. */
  installationKey: Buffer;
  durableMark: DurableMark;
  /** Answers concurrent questions with one statement. */
  readLog(question: LogQuestion): Promise<LogAnswer>;
  sessions: Sessions;
  /** Null where push is not set up. */
  push: PushConfig | null;
};

export type Session = {
  idHash: string;
  me: OwnUser;
  /** Its last sign of life is old enough to be written again. */
  isStale: boolean;
  /** Opened before cookies of https sites had a prefix. */
  isFromPlainName: boolean;
  endsInSeconds: number;
};

export type Sessions = {
  /** The live session behind a token. Ended, expired and deactivated people's sessions are none. */
  live(token: string): Promise<Session | null>;
  /**
   * Whose session a token was within the last minute, from memory. It may have ended since: only for work whose own statement checks
   * the session again.
   */
  recent(token: string): Session | null;
};

/** Asks for the keys of one user that changed after `since`, in the order of entity and id. */
export type LogQuestion = {
  userId: string;
  since: Snapshot;
  /** Changes after it are left to the next answer; null for none. */
  target: Snapshot | null;
  /** The key the page before ended with. */
  last: { entity: number; after: string[] };
  /** Keys to give at most. */
  keys: number;
};

/** A changed key with its row; null where the user may not see it any more. */
export type ChangedRow = { entity: number; id: string; row: string | null };

export type LogAnswer = { readPosition: ReadPosition; found: ChangedRow[] };
