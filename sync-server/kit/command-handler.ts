// What a command handler receives and returns. Handlers own their SQL; the command path owns the transaction,
// ledger, change log and role checks.
import type { Knex } from "knex";
import type { z } from "zod";
import type { AuditedCommand, Command, EditCommand } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { CommandName } from "../../shared/commands.ts";
import type { AuditTarget } from "../../shared/domain/safety/audit-rules.ts";
import type { EntityName } from "../../shared/entities.ts";
import type { Services } from "./services.ts";
import type { UploadServices } from "./upload-services.ts";

/** The client of a call. `browserPage`: a browser page sent it, which authenticates by cookie. */
export type Caller = {
  /** IPv4 address, or the /64 of an IPv6 address; limits count by it. */
  network: string;
  userAgent: string;
  browserPage: boolean;
  /** Origin that the client used for this site, as in `https://tailhour.example`. */
  origin: string | null;
  /** Digest of the id in a browser's device cookie; absent for other clients, and where no session can be opened. */
  deviceHash?: string | undefined;
};

/** What the screen showed during an edit: the revision, and the value of each changed field. */
export type EditBase = { rev: number; values: Record<string, unknown> };

export type WriteContext = {
  services: Services;
  /** The open transaction; a handler writes only through it. */
  tx: Knex.Transaction;
  /** The command id, which is also the id of a record the command creates. UUID. */
  id: string;
  /** Hash that identifies the caller's session; null for guests. */
  sessionHash: string | null;
  caller: Caller;
  /** Writes change-log lines when the command succeeds: row `key` of `entity` changed for these scopes. */
  changed(entity: EntityName, key: string, scopes: readonly string[]): void;
  /** Declares that the handler has written change-log lines for these scopes. */
  logged(scopes: readonly string[]): void;
  /** Runs after the commit, never after a rollback. Only for pokes, because a crash can lose it. */
  afterCommit(task: () => void): void;
  /** Starts a session for a user; the HTTP layer returns it as a cookie or a token. */
  openSession(userId: string): Promise<void>;
  /** Ends the caller's session and clears the cookie. */
  closeSession(): Promise<void>;
};

export type SignedInContext = WriteContext & { me: OwnUser };
export type AnyoneContext = WriteContext & { me: OwnUser | null };

export type EditContext = SignedInContext & {
  /**
   * Returns the changes to apply to `current`: those of fields that still have the value that the screen of a queued
   * edit showed. Over REST the last write wins per field.
   * @throws DomainError conflict, with `{ base, theirs, yours }` for each field that somebody else has changed
   */
  merge<Fields extends Record<string, unknown>>(current: Record<string, unknown>, wanted: Fields): Partial<Fields>;
};

type ContextOf<Spec extends Command> = Spec extends EditCommand
  ? EditContext
  : Spec["access"] extends "guest"
    ? AnyoneContext
    : SignedInContext;

/** Plain values of the changed fields; never passwords, tokens or codes. */
export type AuditFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One line of the audit trail: what an admin did to whom. */
export type AuditLine = {
  targetType: AuditTarget;
  targetId: string;
  /** The values before and after, of the changed fields alone. */
  before: AuditFields | null;
  after: AuditFields | null;
  /** The admin's words, if any. */
  reason: string | undefined;
  /** The act's name as a separate command, where another command includes it. */
  action?: CommandName;
};

/** What a handler returns that admins may use on what belongs to others; no lines when it changed nothing of theirs. */
export type Audited<Result> = { result: Result; audit: readonly AuditLine[] };

type AnswerOf<Spec extends Command> = Spec extends AuditedCommand
  ? Audited<z.input<Spec["result"]>>
  : z.input<Spec["result"]>;

type Run<Spec extends Command> = (context: ContextOf<Spec>, input: z.output<Spec["input"]>) => Promise<AnswerOf<Spec>>;

type Prepare<Spec extends Command> = (
  context: { db: Knex; me: ContextOf<Spec>["me"]; uploads: UploadServices; passwordMin: number; origin: string | null },
  input: z.output<Spec["input"]>,
) => Promise<(context: ContextOf<Spec>) => Promise<AnswerOf<Spec>>>;

/**
 * A handler. Slow work without a transaction (password hashing) runs in `prepare`, before a connection is held;
 * `prepare` returns the function that runs in the transaction. It writes nothing. Its reads may be outdated by then,
 * so that function checks again.
 */
export type Handler<Spec extends Command> = Run<Spec> | { prepare: Prepare<Spec> };

/** One handler per command of a subject; a missing one is a type error. The result schema validates the answer. */
export type Handlers<Subject extends Record<string, Command>> = {
  [Name in keyof Subject]: Handler<Subject[Name]>;
};

/** A refusal that keeps its writes, such as a count of wrong attempts. Other refusals roll back. */
export class KeptRefusal extends DomainError {}

/** Scope of a user's private stream. */
export function userScope(userId: string): string {
  return `user:${userId}`;
}

/** Scope of a catalogue bucket. */
export function bucketScope(bucket: string): string {
  return `bucket:${bucket}`;
}
