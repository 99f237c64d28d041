// Commands too old for the ledger to be sure of. The clock decides age only, never order or sameness.
import type { Knex } from "knex";

/** The ledger forgets after 90 days (see housekeeping); what is older than this and unknown to it is not run. */
const OLDEST_DAYS = 60;

const DAY_MS = 86_400_000;

/** Whether a command of that time (milliseconds, null for an id without one) is not run any more unless the ledger knows it. */
export function isLongAgo(time: number | null, now: number = Date.now()): boolean {
  return time !== null && time < now - OLDEST_DAYS * DAY_MS;
}

/** Where a command's record is and whose it is. Commands that make none have nothing to show for themselves. */
const records: Record<string, { table: string; owner: string }> = {
  "favorites.add": { table: "favorites", owner: "userId" },
  "messages.send": { table: "messages", owner: "senderId" },
  "aircraft.create": { table: "aircraft", owner: "ownerId" },
  "bookings.request": { table: "bookings", owner: "pilotId" },
  "reviews.write": { table: "reviews", owner: "userId" },
};

/** Whether the person's own record has the command's id. */
export async function ownRecordExists(db: Knex, command: string, userId: string, id: string): Promise<boolean> {
  const record = Object.hasOwn(records, command) ? records[command] : undefined;
  if (!record) return false;
  return Boolean(
    await db(record.table)
      .where({ id, [record.owner]: userId })
      .first("id"),
  );
}
