// The position of a change-log read, and the cursor derived from it.
import { clampSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";

/** Columns of a read's position, which every read of the log returns. */
export type ReadPosition = {
  snapshot: string;
  /** All transactions that the snapshot counts as ended are on disk. */
  durable: boolean;
  /** Newest transaction with a visible line in the queried scopes, 0 for none. */
  newest: string;
  generation: string;
  floor: string;
  /** Process starts, as stored in `sync_meta`. */
  starts: string;
};

// Order matters: first the snapshot, then how much of the log has reached the disk.
export const readPositionColumns = (newest: string) => `pg_current_snapshot()::text as snapshot,
  pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as durable,
  coalesce((${newest}), '0')::text as newest,
  generation::text, floor::text, starts`;

/** The highest id below which all transactions are committed and on disk; it only rises. */
export type DurableMark = { generation: string; xid: number };

/**
 * Returns a cursor's snapshot without transactions that a crash could undo; no line of this scope is lost. Raises `mark`.
 */
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
