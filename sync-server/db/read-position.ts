// The moment the change log was read, and how far a cursor made of it may go.
import { clampSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";

/** What every reader of the log says about the moment it read. */
export type ReadPosition = {
  snapshot: string;
  /** Everything the snapshot counts as over is on the disk. */
  durable: boolean;
  /** Newest transaction with a visible line among those asked for, 0 for none. */
  newest: string;
  generation: string;
  floor: string;
  /** Starts of processes, as `sync_meta` has them. */
  starts: string;
};

// In this order: what was written before the snapshot was taken, then how much of the log has reached the disk.
export const readPositionColumns = (newest: string) => `pg_current_snapshot()::text as snapshot,
  pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as durable,
  coalesce((${newest}), '0')::text as newest,
  generation::text, floor::text, starts`;

/** The highest transaction id that everything below is known to be committed and on the disk, which stays true for ever. */
export type DurableMark = { generation: string; xid: number };

/** The snapshot a cursor may hold: what a crash could undo is left out, which changes nothing for this scope. Raises `mark`. */
export function safeSnapshot(
  mark: DurableMark,
  { snapshot, durable, newest, generation, floor }: ReadPosition,
): Snapshot {
  const now = parseSnapshot(snapshot);
  if (!now) throw new Error("PostgreSQL gave a snapshot of an unknown form");
  const below = mark.generation === generation ? mark.xid : 0;
  if (!durable) return clampSnapshot(now, Math.max(below, Number(floor), Number(newest) + 1));
  if (now.xmax > below) Object.assign(mark, { generation, xid: now.xmax });
  return now;
}
