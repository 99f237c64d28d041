// Reads the record that a command created, which proves that it ran when the ledger stores no result.
import type { Knex } from "knex";
import { commands, isCommand } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";

/** Returns the user's record with one of the command's ids; undefined if none exists. */
export async function createdRecord(
  db: Knex,
  command: string,
  userId: string,
  ids: readonly string[],
): Promise<object | undefined> {
  const spec: Command | undefined = isCommand(command) ? commands[command] : undefined;
  const record = spec?.offline ? spec.creates : undefined;
  if (!record) return undefined;
  const row: object | undefined = await db(record.table)
    .where({ [record.owner]: userId })
    .whereIn("id", [...ids])
    .first();
  return row;
}
