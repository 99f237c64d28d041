// Runs two operations concurrently and delays the commit of the first.
import type { Knex } from "knex";
import { expect, vi } from "vitest";

/**
 * Runs `first` in a transaction, starts `act`, and commits once `act` waits for a lock or has finished. Returns the result of
 * `act`; `beforeCommit` runs at that moment. Only for databases without other activity.
 */
export async function whileHeld<Result>(
  db: Knex,
  first: (tx: Knex.Transaction) => Promise<unknown>,
  act: () => Promise<Result>,
  beforeCommit: () => void = () => undefined,
): Promise<Result> {
  const tx = await db.transaction();
  await first(tx);
  let isDone = false;
  const acting = act().finally(() => (isDone = true));
  const waiting = () =>
    db("pg_stat_activity").whereRaw(`datname = current_database() and wait_event_type = 'Lock'`).select("pid");
  await vi.waitFor(async () => expect(isDone || (await waiting()).length > 0).toBe(true), { timeout: 10_000 });
  beforeCommit();
  await tx.commit();
  return acting;
}
