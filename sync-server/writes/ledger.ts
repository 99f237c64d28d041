// The ledger of signed-in users' commands: an id has at most one effect, and a retry gets the first answer.
import type { Knex } from "knex";
import type { CommandName } from "../../shared/commands.ts";
import { DomainError, type FieldProblems, type RefusalCode } from "../../shared/kit/errors.ts";
import { createdRecord } from "./created-record.ts";

export type Ledger = {
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
 * Claims the ids for this transaction and waits for a running duplicate.
 * Returns the stored answer of a settled command, else null.
 */
export async function claim(tx: Knex.Transaction, ledger: Ledger): Promise<Answer | null> {
  const { userId, clientId, command, lane } = ledger;
  const rows = ledger.ids.map((commandId) => ({ userId, commandId, clientId, command, lane, status: "applied" }));
  const taken: { commandId: string }[] = await tx("outcomes")
    .insert(rows)
    .onConflict(["userId", "commandId"])
    .ignore()
    .returning("commandId");
  if (taken.length === ledger.ids.length) return null;
  const own = taken.map(({ commandId }) => commandId);
  if (own.length > 0) await tx("outcomes").where({ userId }).whereIn("commandId", own).delete();
  return storedOutcome(tx, ledger);
}

/** Returns the stored answer of a command, or null. Refuses this command if an id belongs to another one. */
export async function storedOutcome(db: Knex, ledger: Ledger): Promise<Answer | null> {
  const row: Row | undefined = await db("outcomes")
    .first("commandId", "command", "status", "code", "detail")
    .where({ userId: ledger.userId })
    .whereIn("commandId", ledger.ids)
    .orderBy("at");
  if (!row) return null;
  if (row.command !== ledger.command) return { status: "refused", refusal: new DomainError("id-taken") };
  // A batch stores no result: its command's record is the result.
  if (row.status === "applied" && !row.detail)
    return { status: "applied", result: await createdRecord(db, ledger.command, ledger.userId, ledger.ids) };
  if (row.status === "applied") return { status: "applied", result: row.detail?.result };
  const { message, fields } = row.detail ?? {};
  return { status: "refused", refusal: new DomainError(row.code ?? "internal", { message, fields }) };
}

/** Stores the final answer in the claimed row. */
export async function settle(tx: Knex.Transaction, ledger: Ledger, answer: Answer): Promise<void> {
  const settled =
    answer.status === "applied"
      ? { status: "applied", code: null, detail: JSON.stringify({ result: answer.result }) }
      : {
          status: "refused",
          code: answer.refusal.code,
          detail: JSON.stringify({ message: answer.refusal.message, fields: answer.refusal.fields }),
        };
  await tx("outcomes")
    .where({ userId: ledger.userId })
    .whereIn("commandId", [...ledger.ids])
    .update(settled);
}
