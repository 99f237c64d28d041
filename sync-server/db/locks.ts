// The order in which every transaction locks shared rows:
//
//   1. sessions
//   2. users, several in the order of their ids (`lockUsers`)
//   3. aircraft
//   4. bookings, then plans, blocks and holds, which only the holder of the aircraft's lock writes, then inquiries
//   5. objects and uploads
//   6. the advisory lock of matching (`holdMatching`), then searches
//   7. push_subscriptions, push_deliveries, push_jobs
//
// The ledger's row comes before all of them; only a duplicate of the same command waits for it.
// Rows of users are never locked `for update`, since two commands of one user would deadlock: the foreign key of each
// ledger row, message and favorite takes a key-share lock early. A statement that sets a column with a unique
// index locks like this too, where a trigger runs before updates. Of users only the email is such a column.
// Device queues share a transaction in the order of their lanes, which may differ from this order: after a deadlock the
// commands of a shared transaction run one by one.
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { isConflict } from "./database-errors.ts";

/** `change`: the holder may write the row. `keep`: the row must stay as it is; several may hold that. */
export type Strength = "change" | "keep";

/** Locks users until the commit, in the order of their ids. */
export async function lockUsers(tx: Knex, ids: readonly string[], strength: Strength): Promise<void> {
  const rows = tx("users").whereIn("id", [...new Set(ids)]);
  const ordered = rows.orderBy("id").select("id");
  await (strength === "change" ? ordered.forNoKeyUpdate() : ordered.forShare());
}

/** Most runs of a transaction. */
const RUNS = 5;
const FIRST_PAUSE_MS = 20;

/** Runs a transaction again after a deadlock or serialization failure; gives up after five runs. */
export async function retryConflicts<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || run === RUNS) throw error;
      // Full jitter, so that two competing transactions do not collide again.
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** run);
    }
  }
}
