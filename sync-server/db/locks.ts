// The one order in which transactions lock rows that they share with others:
//
//   1. sessions
//   2. users, several in the order of their ids (`lockUsers`)
//   3. aircraft
//   4. bookings
//   5. objects and uploads
//   6. the advisory lock of matching (`holdMatching`), then searches
//   7. push_subscriptions, push_deliveries, push_jobs
//
// The ledger's row comes before all of them; only a twin of the same command waits for it.
// Rows of users are never locked `for update`: each ledger row, message and favorite refers to its people, so its foreign key takes
// a key-share lock early, and two commands of one person would wait for each other in a circle. Phones' queues share a transaction in
// the order of their lanes, which is not always this order: a shared transaction that loses is run again one by one.
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { isLostToAnother } from "./away.ts";

/** `change`: its holder may write the row. `keep`: the row stays as it is; many may hold that at once. */
export type Strength = "change" | "keep";

/** Locks people until the commit, in the order of their ids. */
export async function lockUsers(tx: Knex, ids: readonly string[], strength: Strength): Promise<void> {
  const rows = tx("users").whereIn("id", [...new Set(ids)]);
  const ordered = rows.orderBy("id").select("id");
  await (strength === "change" ? ordered.forNoKeyUpdate() : ordered.forShare());
}

/** Runs of a transaction that loses to another one. */
const RUNS = 5;
const FIRST_PAUSE_MS = 20;

/** Runs a transaction once more when it was a deadlock's victim or could not be serialized; gives up after five runs. */
export async function retryLost<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isLostToAnother(error) || run === RUNS) throw error;
      // Full jitter, so that the same two do not meet again.
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** run);
    }
  }
}
