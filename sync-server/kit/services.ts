// What the server's parts share, created once at start. State of a database lives here, not in modules.
import type { Knex } from "knex";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { Airfield } from "../../shared/domain/airfields.ts";
import type { CommitWatch } from "../db/commit-watch.ts";
import type { RunPrepared } from "../db/prepared.ts";
import type { DurableMark, ReadPosition } from "../db/read-position.ts";
import type { Snapshot } from "../db/snapshot.ts";
import type { Cursors } from "./cursors.ts";
import type { PushConfig } from "./push-config.ts";
import type { Sealer } from "./sealer.ts";

export type Services = {
  db: Knex;
  runPrepared: RunPrepared;
  commits: CommitWatch;
  /** Signs cursors and hashes ids; the same for all servers of this database. */
  installationKey: Buffer;
  cursors: Cursors;
  durableMark: DurableMark;
  /** Answers concurrent questions with one statement. */
  readLog(question: LogQuestion): Promise<LogAnswer>;
  sessions: Sessions;
  /** Finds a listing with its owner, as columns, if this user may see it; null asks for a guest. */
  findListing(id: string, asker: { id: string; isAdmin: boolean } | null): Promise<Record<string, unknown> | undefined>;
  /** Null without VAPID keys. */
  push: PushConfig | null;
  /** Encrypts papers of wallets and secrets of second factors; null without keys. */
  sealer: Sealer | null;
  /** Admins have no power until their second factor is on. */
  requiresAdminFactor: boolean;
  airfields: AirfieldFacts;
};

export type AirfieldFacts = {
  /** The facts of an identifier of ICAO or the FAA, in any case; null for an unknown one. */
  find(identifier: string): Promise<Airfield | null>;
  /** Null also where the facts cannot be read, which it logs: a page then lacks only its airfield. */
  findReadable(identifier: string): Promise<Airfield | null>;
  close(): void;
};

/** The caller. `isHeldBack`: an admin without the second factor that the operator requires, whose `isAdmin` is false until then. */
export type SignedIn = OwnUser & { isHeldBack?: true };

export type Session = {
  me: SignedIn;
  sessionHash: string;
  /** Its last-used time is old enough to be written again. */
  isStale: boolean;
  /** Opened with a cookie name from before the https prefix. */
  isFromPlainName: boolean;
  endsInSeconds: number;
};

export type Sessions = {
  /** Returns the session of a token; null if it ended, expired, or its user is deactivated. */
  find(token: string): Promise<Session | null>;
  /**
   * Returns the session a token had within the last minute, from memory. It may have ended since, so use it only
   * where the statement itself checks the session.
   */
  recent(token: string): Session | null;
  /** Stores that the session was used and extends it. Returns the seconds until it ends. */
  touch(sessionHash: string): Promise<number>;
};

/** Asks for the keys of one user that changed after `since`, in the order of entity and id. */
export type LogQuestion = {
  userId: string;
  since: Snapshot;
  /** Upper bound: later changes are left to the next exchange. Null for none. */
  target: Snapshot | null;
  /** Last key of the previous page. */
  last: { entity: number; after: string[] };
  /** Most keys to return. */
  keys: number;
};

/** A changed key with its row; null if the user may no longer see it. */
export type ChangedRow = { entity: number; id: string; row: string | null };

export type LogAnswer = { readPosition: ReadPosition; found: ChangedRow[] };
