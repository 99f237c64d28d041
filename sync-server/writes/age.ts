// Commands too old for the ledger to be sure of. The clock decides age only, never order or sameness.
import type { Knex } from "knex";
import { commands, isCommand } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";

/** The ledger forgets after 90 days (see housekeeping); what is older than this and unknown to it is not run. */
const OLDEST_DAYS = 60;

const DAY_MS = 86_400_000;

/** Whether a command of that time (milliseconds, null for an id without one) is not run any more unless the ledger knows it. */
export function isLongAgo(time: number | null, now: number = Date.now()): boolean {
  return time !== null && time < now - OLDEST_DAYS * DAY_MS;
}

/** Whether the person's own record has the command's id. */
export async function ownRecordExists(db: Knex, command: string, userId: string, id: string): Promise<boolean> {
  const spec: Command | undefined = isCommand(command) ? commands[command] : undefined;
  const record = spec?.offline ? spec.creates : undefined;
  if (!record) return false;
  return Boolean(
    await db(record.table)
      .where({ id, [record.owner]: userId })
      .first("id"),
  );
}
