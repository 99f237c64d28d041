// Two at the same moment, where one of them is held before its commit.
import type { Knex } from "knex";
import { expect, vi } from "vitest";

/**
 * Does `first` in a transaction, begins `act`, and commits once `act` waits for a lock or is done without. Gives what `act` gave.
 * For databases in which nothing else is going on.
 */
export async function whileHeld<Result>(
  db: Knex,
  first: (tx: Knex.Transaction) => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  const tx = await db.transaction();
  await first(tx);
  let isDone = false;
  const acting = act().finally(() => (isDone = true));
  const waiting = () =>
    db("pg_stat_activity").whereRaw(`datname = current_database() and wait_event_type = 'Lock'`).select("pid");
  await vi.waitFor(async () => expect(isDone || (await waiting()).length > 0).toBe(true), { timeout: 10_000 });
  await tx.commit();
  return acting;
}
