// The moment the change log was read: how far a cursor made of it may go, and which cursors count beside it.
import type { Knex } from "knex";
import { SCHEMA } from "../../shared/sync.ts";
import type { Cursor } from "./cursor.ts";
import { clampSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";

/** What every reader of the log says about the moment it read. */
export type Moment = {
  snapshot: string;
  /** Everything the snapshot counts as over is on the disk. */
  durable: boolean;
  /** Newest transaction with a visible line among those asked for, 0 for none. */
  newest: string;
  generation: string;
  floor: string;
};

// In this order: what was written before the snapshot was taken, then how much of the log has reached the disk.
export const momentColumns = (newest: string) => `pg_current_snapshot()::text as snapshot,
  pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as durable,
  coalesce((${newest}), '0')::text as newest,
  generation::text, floor::text`;

/** Per database: everything below this was over and on the disk at some moment, so it stays over for ever. */
const durableBelow = new WeakMap<object, { generation: string; xid: number }>();

/** The snapshot a cursor may hold: what a crash could undo is left out, which changes nothing for this scope. */
export function safeSnapshot(db: Knex, { snapshot, durable, newest, generation, floor }: Moment): Snapshot {
  const now = parseSnapshot(snapshot);
  if (!now) throw new Error("PostgreSQL gave a snapshot of an unknown form");
  const owner = db.client as object;
  const known = durableBelow.get(owner);
  const below = known?.generation === generation ? known.xid : 0;
  if (!durable) return clampSnapshot(now, Math.max(below, Number(floor), Number(newest) + 1));
  if (now.xmax > below) durableBelow.set(owner, { generation, xid: now.xmax });
  return now;
}

/** Whether a cursor counts here: of this generation, shape and person, above the floor, and not from the future. */
export function isUsable(
  cursor: Cursor,
  userId: string,
  { snapshot, generation, floor }: Omit<Moment, "durable" | "newest">,
): boolean {
  const now = parseSnapshot(snapshot);
  const snapshots = [cursor.heard, cursor.page?.target ?? null].filter((one) => one !== null);
  return (
    now !== null &&
    cursor.userId === userId &&
    cursor.schema === SCHEMA &&
    cursor.generation === generation &&
    snapshots.every((one) => one.xmin >= Number(floor) && one.xmax <= now.xmax)
  );
}
