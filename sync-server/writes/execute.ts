// The single write path: role, input, ledger, handler with its field merge, change log, outcome, commit.
import type { Knex } from "knex";
import { type ZodError, type z } from "zod";
import { commands } from "../../shared/commands.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { Command } from "../../shared/kit/command.ts";
import { DomainError, type FieldProblems } from "../../shared/kit/errors.ts";
import { problemSentence } from "../../shared/kit/problem-sentence.ts";
import { isLockTimeout, isConflict } from "../db/database-errors.ts";
import { appendChanges, type ChangeLine } from "../db/change-log.ts";
import { retryConflicts } from "../db/locks.ts";
import type { Admission } from "./admission.ts";
import { appendAudit } from "./audit.ts";
import type { CommandLimits } from "./command-limits.ts";
import { handlers } from "../domain/subjects.ts";
import { KeptRefusal, type Audited, type EditContext, type Handler } from "../kit/command-handler.ts";
import type { Services, SignedIn } from "../kit/services.ts";
import { noEffects, type Call, type Outcome } from "./call.ts";
import { contextOf } from "./command-context.ts";
import type { Ending, InFlight } from "./in-flight.ts";
import { claim, settle, storedOutcome, storeRefusal, type Answer, type LedgerEntry } from "./ledger.ts";
import type { Limits } from "./limits.ts";
import type { UploadServices } from "../kit/upload-services.ts";

type Run = (context: EditContext) => Promise<unknown>;

/** A call whose slow part is finished, ready for a transaction. `ledger` is null for commands that it does not keep. */
export type PreparedCall = { call: Call; spec: Command; ledger: LedgerEntry | null; run: Run };

/** @throws DomainError not-signed-in, forbidden, second-factor-required */
export function authorise(spec: { access: Command["access"] }, me: SignedIn | null): void {
  if (spec.access === "guest") return;
  if (!me) throw new DomainError("not-signed-in");
  if (spec.access === "admin" && me.isHeldBack) throw new DomainError("second-factor-required");
  if (spec.access === "admin" && !me.isAdmin) throw new DomainError("forbidden");
}

/** @throws DomainError invalid, with one sentence per field */
export function parseInput(schema: z.ZodType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw, { error: problemSentence });
  if (parsed.success) return parsed.data;
  throw new DomainError("invalid", { fields: fieldProblems(parsed.error) });
}

function fieldProblems(error: ZodError): FieldProblems {
  const fields: FieldProblems = {};
  // Reports a nested problem under its top-level field, since forms show it there: the third feature is `features`.
  for (const issue of error.issues) fields[String(issue.path[0] ?? "body")] ??= issue.message;
  return fields;
}

function ledgerOf(call: Call, spec: Command): LedgerEntry | null {
  if (!call.me || spec.access === "guest" || spec.isAnswerKept === false) return null;
  return {
    userId: call.me.id,
    ids: [...new Set([call.id, call.alias ?? call.id])].sort(),
    clientId: call.clientId ?? null,
    command: call.name,
    lane: spec.offline && call.input !== undefined ? spec.lane(call.input, call.id) : null,
  };
}

/**
 * Runs the part of a command that needs no transaction.
 * A refusal found here is stored by the transaction, like any other. A command in the ledger is not prepared again.
 */
export async function prepare(
  { db, uploads, passwordMin }: Pick<WriteServices, "db" | "uploads" | "passwordMin">,
  call: Call,
): Promise<PreparedCall> {
  const spec: Command = commands[call.name];
  const handler = handlers[call.name] as unknown as Handler<Command>;
  const ledger = ledgerOf(call, spec);
  if (typeof handler === "function") return { call, spec, ledger, run: (context) => handler(context, call.input) };
  const known = ledger && (await storedOutcome(db, ledger));
  if (known) return { call, spec, ledger, run: () => Promise.reject(new Error("an answered command must not run")) };
  try {
    const run = await handler.prepare(
      { db, me: call.me as OwnUser, uploads, passwordMin, origin: call.caller.origin },
      call.input,
    );
    return { call, spec, ledger, run };
  } catch (error) {
    if (error instanceof DomainError) return { call, spec, ledger, run: () => Promise.reject(error) };
    throw error;
  }
}

/**
 * Runs one command inside an open transaction that several commands share.
 * A refusal undoes that command alone and is stored. An internal error is thrown and leaves the transaction unusable.
 */
export async function apply(services: Services, tx: Knex.Transaction, prepared: PreparedCall): Promise<Outcome> {
  const { spec, ledger } = prepared;
  const known = ledger && (await claim(tx, ledger));
  if (known) return { ...inShape(spec, known), effects: noEffects() };
  await tx.raw("savepoint command");
  try {
    return await attempt(services, tx, prepared);
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    await tx.raw("rollback to savepoint command");
    if (ledger) await settle(tx, ledger, { status: "refused", refusal });
    return { status: "refused", refusal, effects: noEffects() };
  }
}

/**
 * Runs one command in a transaction of its own. A refusal rolls it back and is stored by another one: most commands are applied,
 * and save a savepoint.
 */
export function applyAlone(services: WriteServices, prepared: PreparedCall): Promise<Outcome> {
  const { call, spec, ledger } = prepared;
  return inTransactions(services, call.me, async () => {
    try {
      return await services.db.transaction(async (tx): Promise<Outcome> => {
        const known = ledger && (await claim(tx, ledger));
        return known ? { ...inShape(spec, known), effects: noEffects() } : attempt(services, tx, prepared);
      });
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      return storeRefused(services, prepared, refusal);
    }
  });
}

/** Stores a refusal, unless a duplicate in another process has an answer by now. */
async function storeRefused({ db }: Services, { spec, ledger }: PreparedCall, refusal: DomainError): Promise<Outcome> {
  const answer: Answer = ledger
    ? await db.transaction((tx) => storeRefusal(tx, ledger, refusal))
    : { status: "refused", refusal };
  return { ...inShape(spec, answer), effects: noEffects() };
}

function inTransactions<Result>(
  { admission }: WriteServices,
  me: SignedIn | null,
  work: () => Promise<Result>,
): Promise<Result> {
  return admission.run(me?.id ?? null, () => retryConflicts(work));
}

/** Runs a claimed command and stores its outcome. Throws a refusal that keeps nothing of what the command wrote. */
async function attempt(
  services: Services,
  tx: Knex.Transaction,
  { call, spec, ledger, run }: PreparedCall,
): Promise<Outcome> {
  const effects = noEffects();
  const lines: ChangeLine[] = [];
  try {
    const answer = await run(contextOf(services, tx, call, effects, lines));
    const { result: produced, audit } = spec.audited ? (answer as Audited<unknown>) : { result: answer, audit: [] };
    const result: unknown = spec.result.parse(produced);
    await appendAudit(tx, call, audit);
    if (ledger && result !== undefined) await settle(tx, ledger, { status: "applied", result }, lines);
    else await appendChanges(tx, lines);
    return { status: "applied", result, effects };
  } catch (refusal) {
    if (!(refusal instanceof KeptRefusal)) throw refusal;
    await appendChanges(tx, lines);
    if (ledger) await settle(tx, ledger, { status: "refused", refusal });
    return { status: "refused", refusal, effects };
  }
}

/** Dependencies of the write path. */
export type WriteServices = Services & {
  uploads: UploadServices;
  /** Smallest length of a new password, in characters. */
  passwordMin: number;
  limits: Limits;
  commandLimits: CommandLimits;
  admission: Admission;
  inFlight: InFlight;
  /** Called after the commit of every settled command, for metrics and log. */
  settled(call: Pick<Call, "name" | "id" | "requestId">, outcome: Outcome): void;
  /** Called after a commit that wrote change-log lines. */
  committed(scopes: ReadonlySet<string>): void;
};

/**
 * Runs one command within its limits, in a separate transaction. Waits for a running duplicate in this process.
 * @throws DomainError not-signed-in, forbidden, email-unverified, too-many, busy; a refusal of the command itself is an
 * outcome
 */
export async function execute(services: WriteServices, call: Call): Promise<Outcome> {
  const spec: Command = commands[call.name];
  authorise(spec, call.me);
  const ledger = ledgerOf(call, spec);
  if (!ledger) return run(services, call);
  for (let running = services.inFlight.find(ledger); running; running = services.inFlight.find(ledger)) {
    const ending = await running;
    if (ending?.status === "retry") throw new DomainError("busy", { retryAfter: 1 });
    // A queued message stores no copy of its record: the ledger finds it.
    if (ending && (ending.status === "refused" || ending.result !== undefined))
      return { ...ending, effects: noEffects() };
  }
  const end = services.inFlight.begin(ledger);
  let ending: Ending = null;
  try {
    const outcome = await run(services, call);
    ending = outcome;
    return outcome;
  } catch (error) {
    if (isTemporary(error)) ending = { status: "retry" };
    throw error;
  } finally {
    end(ending);
  }
}

/** Whether a retry may succeed, since other transactions or the connection queue blocked the command. */
export function isTemporary(error: unknown): boolean {
  return isConflict(error) || isLockTimeout(error) || (error instanceof DomainError && error.code === "busy");
}

async function run(services: WriteServices, call: Call): Promise<Outcome> {
  if (call.me) services.commandLimits.requireRoom(call.me.id);
  const outcome = await services.limits.guard(call, async () => applyAlone(services, await prepare(services, call)));
  announce(services, call, outcome);
  return outcome;
}

/**
 * Refuses a signed-in user's command with invalid input, and stores the refusal under its ids.
 * A retry is refused too, even with other input. A settled command gets its first answer.
 */
export async function refuse(services: WriteServices, call: Call, problem: DomainError): Promise<Outcome> {
  const spec: Command = commands[call.name];
  const refused = { ...call, input: undefined };
  const prepared = { call: refused, spec, ledger: ledgerOf(refused, spec), run: () => Promise.reject(problem) };
  const outcome = await inTransactions(services, call.me, () => storeRefused(services, prepared, problem));
  announce(services, call, outcome);
  return outcome;
}

/** Publishes a commit's effects. */
export function announce(services: WriteServices, call: Call, outcome: Outcome): void {
  const { effects } = outcome;
  services.settled(call, outcome);
  if (effects.scopes.size > 0) services.committed(effects.scopes);
  for (const task of effects.tasks) task();
}

/** Restores the order of JSON fields, which the database does not keep, so that a retry gets the same text. */
function inShape(spec: Command, known: Answer): Answer {
  if (known.status === "refused") return known;
  const parsed = spec.result.safeParse(known.result);
  return parsed.success ? { status: "applied", result: parsed.data } : known;
}

/** Limits and missing verification are temporary, so nothing of the command is stored. */
function isForNow({ code }: DomainError): boolean {
  return code === "too-many" || code === "busy" || code === "email-unverified";
}

/** Maps an id already in use, and the loss of the last admin, to refusals; every other database error is an internal error. */
function asRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return isForNow(error) ? null : error;
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (constraint === "users_last_admin") return new DomainError("last-admin");
  if (code === "23505" && typeof constraint === "string" && constraint.endsWith("_pkey"))
    return new DomainError("id-taken");
  return null;
}
