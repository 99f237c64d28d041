// What a command handler is given and what it owes. Handlers own their SQL; the command path owns transaction,
// ledger, change log and authorisation by role.
import type { Knex } from "knex";
import type { z } from "zod";
import type { Command } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { EntityName } from "../../shared/entities.ts";
import type { Services } from "./services.ts";
import type { UploadServices } from "./upload-services.ts";

/** Where a call comes from. `browserPage` is true for a request a browser page made (it lives on the cookie). */
export type Caller = {
  address: string;
  userAgent: string;
  browserPage: boolean;
  /** The origin this site was reached at, as in `https://tailhour.example`. */
  origin: string | null;
  /** Digest of the id in a browser's device cookie; absent for other clients and where no session is opened. */
  deviceHash?: string | undefined;
};

/** What the screen showed when an edit was made: the revision, and the value of each field that was changed. */
export type EditBase = { rev: number; values: Record<string, unknown> };

export type WriteContext = {
  services: Services;
  /** The open transaction; everything a handler writes goes through it. */
  tx: Knex.Transaction;
  /** The command id, which is also the id of a record the command creates. UUID. */
  id: string;
  /** For edits made on a phone; absent over REST, where the last write wins field by field. */
  base?: EditBase | undefined;
  /** Hash that names the caller's session, null for guests. */
  sessionHash: string | null;
  caller: Caller;
  /** Writes change-log lines when the command succeeds: the row `key` of `entity` changed for these scopes. */
  changed(entity: EntityName, key: string, scopes: readonly string[]): void;
  /** Says that the handler itself has written change-log lines for these scopes. */
  logged(scopes: readonly string[]): void;
  /** Runs after the commit and never after a rollback: pokes, not effects that may not be lost. */
  afterCommit(task: () => void): void;
  /** Starts a session for a person; the HTTP side turns it into a cookie or a token. */
  openSession(userId: string): Promise<void>;
  /** Ends the caller's session and clears the cookie. */
  closeSession(): Promise<void>;
};

export type SignedInContext = WriteContext & { me: OwnUser };
export type AnyoneContext = WriteContext & { me: OwnUser | null };

type ContextOf<Spec extends Command> = Spec["access"] extends "guest" ? AnyoneContext : SignedInContext;

type Run<Spec extends Command> = (
  context: ContextOf<Spec>,
  input: z.output<Spec["input"]>,
) => Promise<z.input<Spec["result"]>>;

type Prepare<Spec extends Command> = (
  context: { db: Knex; me: ContextOf<Spec>["me"]; uploads: UploadServices; passwordMin: number },
  input: z.output<Spec["input"]>,
) => Promise<(context: ContextOf<Spec>) => Promise<z.input<Spec["result"]>>>;

/**
 * A handler. One with slow work that needs no transaction (hashing a password) does it in `prepare`, before a
 * transaction holds a connection, and returns what runs inside. `prepare` writes nothing; what it read may have
 * changed by the time the rest runs, so the rest checks again.
 */
export type Handler<Spec extends Command> = Run<Spec> | { prepare: Prepare<Spec> };

/** One handler per command of a subject; a missing one does not compile. The answer passes the result schema before it leaves. */
export type Handlers<Subject extends Record<string, Command>> = {
  [Name in keyof Subject]: Handler<Subject[Name]>;
};

/** A refusal whose writes stay, such as the count of wrong tries. Every other refusal undoes what its handler wrote. */
export class KeptRefusal extends DomainError {}

/** Scope of one person's private stream. */
export function userScope(userId: string): string {
  return `user:${userId}`;
}

/** Scope of one part of the public catalogue. */
export function bucketScope(bucket: string): string {
  return `bucket:${bucket}`;
}
