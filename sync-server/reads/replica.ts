// A streaming replica of PostgreSQL for reads of public data, used only while it is known to be nearly current.
import type { Knex } from "knex";
import { isConflict, isUnreachable } from "../db/database-errors.ts";
import { openDatabase } from "../db/knex.ts";
import { openPrepared } from "../db/prepared.ts";
import { createListingFinder } from "../domain/aircraft/queries.ts";
import { startPollLoop } from "../kit/poll-loop.ts";
import type { Services } from "../kit/services.ts";

const POLL_MS = 250;
/** A read from the replica misses no commit older than this; farther behind, the primary answers. */
const MOST_BEHIND_MS = 2000;
/** How long a browser that has written reads from the primary: longer than a replica in use may be behind. */
export const OWN_WRITES_SECONDS = 5;

export type Replica = {
  /** Runs a read of public data on the replica, or on the primary while the replica is behind or away. */
  read<Result>(primary: Services, run: (services: Services) => Promise<Result>): Promise<Result>;
  isCurrent(): boolean;
  stop(): Promise<void>;
};

/** A position of the primary's log, and when it was read, in ms of `performance.now()`. */
type Sample = { at: number; position: bigint };

/**
 * Follows the replica at `url`. `changed` is called when it becomes current, and when it falls behind or cannot be reached.
 * The server starts and works without it.
 */
export function openReplica(
  primary: Services,
  url: string,
  { pool, changed }: { pool: number; changed(isCurrent: boolean): void },
): Replica {
  const db = openDatabase(url, { pool, applicationName: "tailhour-replica" });
  const runPrepared = openPrepared(db);
  const own = { db, runPrepared, findListing: createListingFinder(runPrepared) };
  let samples: Sample[] = [];
  let completeUntil = -Infinity;
  let wasCurrent = false;
  const isCurrent = () => performance.now() - completeUntil < MOST_BEHIND_MS;

  async function round(): Promise<void> {
    try {
      const at = performance.now();
      samples.push({ at, position: await positionOf(primary.db, "pg_current_wal_insert_lsn()") });
      const replayed = await positionOf(db, "pg_last_wal_replay_lsn()");
      const reached = samples.filter(({ position }) => position <= replayed).at(-1);
      if (reached) {
        completeUntil = reached.at;
        samples = samples.filter((sample) => sample.at > reached.at);
      }
      // One that is far behind needs no older samples: it will reach them last.
      if (samples.length > 1000) samples = samples.slice(-500);
    } finally {
      if (isCurrent() !== wasCurrent) changed((wasCurrent = !wasCurrent));
    }
  }

  // Errors show in `isCurrent`: the replica is then not used.
  const loop = startPollLoop({ round, failed: () => {}, everyMs: POLL_MS });
  return {
    isCurrent,
    async read(onPrimary, run) {
      if (!isCurrent()) return run(onPrimary);
      try {
        return await run({ ...onPrimary, ...own });
      } catch (error) {
        // It went away since its last check, or cancelled the read to replay a change.
        if (!isUnreachable(error) && !isConflict(error)) throw error;
        if (isUnreachable(error)) completeUntil = -Infinity;
        return run(onPrimary);
      }
    },
    async stop() {
      await loop.stop();
      await db.destroy();
    },
  };
}

/** A position of the log, in bytes. @throws for a server that is no replica, or not yet */
async function positionOf(db: Knex, expression: string): Promise<bigint> {
  const { rows } = await db.raw<{ rows: { bytes: string | null }[] }>(
    `select (${expression} - '0/0'::pg_lsn)::text as bytes`,
  );
  const bytes = rows[0]?.bytes;
  if (!bytes) throw new Error("This PostgreSQL replays no log.");
  return BigInt(bytes);
}
