// The ledger of signed-in users' commands: an id has at most one effect, and a retry gets the first answer.
import type { Knex } from "knex";
import { commands, isCommand, type CommandName } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { named } from "../db/knex.ts";
import { appendChangesWith, type ChangeLine } from "../db/change-log.ts";
import { DomainError, type FieldProblems, type RefusalCode } from "../../shared/kit/errors.ts";

/** The ledger keeps 90 days (see housekeeping); older commands that it does not know are not run. */
const OLDEST_DAYS = 60;
const DAY_MS = 86_400_000;

/** A command as the ledger knows it. */
export type LedgerEntry = {
  userId: string;
  /** The command's ids in ascending order, so that duplicates wait for each other and never deadlock. */
  ids: readonly string[];
  clientId: string | null;
  command: CommandName;
  lane: string | null;
};

export type Answer = { status: "applied"; result: unknown } | { status: "refused"; refusal: DomainError };

type Row = {
  commandId: string;
  command: string;
  status: "applied" | "refused";
  code: RefusalCode | null;
  detail: { result?: unknown; message?: string; fields?: FieldProblems } | null;
};

/**
 * Refusal of a process of an earlier version, which did not know the command: nothing ran. A process that knows it runs it now, so
 * that an update loses nothing.
 */
const UNKNOWN = "unknown-command";

/**
 * Claims the ids for this transaction and waits for a running duplicate.
 * Returns the stored answer of a settled command, else null.
 */
export async function claim(tx: Knex.Transaction, entry: LedgerEntry): Promise<Answer | null> {
  const { userId, clientId, command, lane } = entry;
  const rows = entry.ids.map((commandId) => ({ userId, commandId, clientId, command, lane, status: "applied" }));
  const taking = tx("outcomes")
    .insert(rows)
    .onConflict(["userId", "commandId"])
    .merge({ clientId, command, lane, status: "applied", code: null, detail: null, ...ofThisCommit(tx) })
    .where("outcomes.code", UNKNOWN)
    .returning("commandId");
  const taken: { commandId: string }[] = await named(tx, `claim-${rows.length}`, taking);
  if (taken.length === entry.ids.length) return null;
  const own = taken.map(({ commandId }) => commandId);
  if (own.length > 0) await tx("outcomes").where({ userId }).whereIn("commandId", own).delete();
  return storedOutcome(tx, entry);
}

/** The default values of a new row, which tell a reader's snapshot whether it sees the row. */
const ofThisCommit = (tx: Knex.Transaction) => ({ at: tx.fn.now(), xid: tx.raw("pg_current_xact_id()") });

const settledRows = (db: Knex, userId: string, ids: readonly string[]) =>
  db("outcomes")
    .select<Row[]>("commandId", "command", "status", "code", "detail")
    .where({ userId })
    .whereRaw(`"commandId" = any(?::uuid[]) and code is distinct from '${UNKNOWN}'`, [[...ids]]);

/** Returns the stored answer of a command, or null. Refuses this command if an id belongs to another one. */
export async function storedOutcome(db: Knex, entry: LedgerEntry): Promise<Answer | null> {
  const [row] = await settledRows(db, entry.userId, entry.ids).orderBy("at").limit(1);
  if (!row) return null;
  const answer = answerIn(row, entry);
  // A batch stores no result: its command's record is the result.
  if (answer.status === "applied" && !row.detail) return { status: "applied", result: await createdRecord(db, entry) };
  return answer;
}

/** Returns the stored answers of a user's commands by id, read at once. Results of batches are undefined. */
export async function storedAnswers(
  db: Knex,
  userId: string,
  entries: readonly LedgerEntry[],
): Promise<Map<string, Answer>> {
  const byId = new Map(entries.flatMap((entry) => entry.ids.map((id) => [id, entry] as const)));
  const rows = await settledRows(db, userId, [...byId.keys()]);
  return new Map(rows.map((row) => [row.commandId, answerIn(row, byId.get(row.commandId)!)]));
}

function answerIn(row: Row, { command }: LedgerEntry): Answer {
  if (row.command !== command) return { status: "refused", refusal: new DomainError("id-taken") };
  if (row.status === "applied") return { status: "applied", result: row.detail?.result };
  const { message, fields } = row.detail ?? {};
  return { status: "refused", refusal: new DomainError(row.code ?? "internal", { message, fields }) };
}

/** Stores the final answer in the claimed row, and writes the lines of the change log with it. */
export async function settle(
  tx: Knex.Transaction,
  entry: LedgerEntry,
  answer: Answer,
  lines: readonly ChangeLine[] = [],
): Promise<void> {
  const settled =
    answer.status === "applied"
      ? { status: "applied", code: null, detail: JSON.stringify({ result: answer.result }) }
      : {
          status: "refused",
          code: answer.refusal.code,
          detail: JSON.stringify({ message: answer.refusal.message, fields: answer.refusal.fields }),
        };
  await appendChangesWith(tx, lines, {
    name: "settle",
    text: `update outcomes set status = ?, code = ?, detail = ?::jsonb where "userId" = ? and "commandId" = any(?::uuid[])`,
    values: [settled.status, settled.code, settled.detail, entry.userId, [...entry.ids]],
  });
}

/** Stores the refusal of a command that cannot run. Returns the stored answer if the command has one already. */
export async function storeRefusal(tx: Knex.Transaction, entry: LedgerEntry, refusal: DomainError): Promise<Answer> {
  const stored = await claim(tx, entry);
  if (stored) return stored;
  const answer: Answer = { status: "refused", refusal };
  await settle(tx, entry, answer);
  return answer;
}

/**
 * Whether the ledger may have forgotten a command. `time` is in ms, null for an id without one.
 * Clocks decide age only, never order or identity.
 */
export function isLongAgo(time: number | null, now: number = Date.now()): boolean {
  return time !== null && time < now - OLDEST_DAYS * DAY_MS;
}

/** Returns the answer of a command that is too old to run: the stored one, else what its record proves. */
export async function agedAnswer(db: Knex, entry: LedgerEntry): Promise<Answer> {
  const stored = await storedOutcome(db, entry);
  if (stored) return stored;
  if (await createdRecord(db, entry)) return { status: "applied", result: undefined };
  return { status: "refused", refusal: new DomainError("too-old") };
}

/** Returns the record that the command created, which proves that it ran; undefined if none exists. */
async function createdRecord(db: Knex, { command, userId, ids }: LedgerEntry): Promise<object | undefined> {
  // A name that a device sent is not always a command's.
  const spec: Command | undefined = isCommand(command) ? commands[command] : undefined;
  const record = spec?.offline ? spec.creates : undefined;
  if (!record) return undefined;
  const row: object | undefined = await db(record.table)
    .where({ [record.owner]: userId })
    .whereIn("id", [...ids])
    .first();
  return row;
}
