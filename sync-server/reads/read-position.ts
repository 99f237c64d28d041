// The moment the change log was read: how far a cursor made of it may go, and which cursors count beside it.
import type { Knex } from "knex";
import { SCHEMA } from "../../shared/sync.ts";
import type { Cursor } from "./cursor.ts";
import { newestMarker, parseStarts } from "../db/starts.ts";
import { clampSnapshot, hasHeard, parseSnapshot, type Snapshot } from "./snapshot.ts";

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

/** Per database: everything below this was over and on the disk at some moment, so it stays over for ever. */
const durableBelow = new WeakMap<object, { generation: string; xid: number }>();

/** The snapshot a cursor may hold: what a crash could undo is left out, which changes nothing for this scope. */
export function safeSnapshot(db: Knex, { snapshot, durable, newest, generation, floor }: ReadPosition): Snapshot {
  const now = parseSnapshot(snapshot);
  if (!now) throw new Error("PostgreSQL gave a snapshot of an unknown form");
  const owner = db.client as object;
  const known = durableBelow.get(owner);
  const below = known?.generation === generation ? known.xid : 0;
  if (!durable) return clampSnapshot(now, Math.max(below, Number(floor), Number(newest) + 1));
  if (now.xmax > below) durableBelow.set(owner, { generation, xid: now.xmax });
  return now;
}

/** What a cursor is worth here. `lost` is one of this generation that tells of a history this database does not have. */
export type Worth = "usable" | "stale" | "lost";

/** Whether a cursor counts here: of this generation, shape and person, above the floor, and of this very history. */
export function isUsable(cursor: Cursor, userId: string, moment: Omit<ReadPosition, "durable" | "newest">): boolean {
  return worthOf(cursor, userId, moment) === "usable";
}

export function worthOf(
  cursor: Cursor,
  userId: string,
  { snapshot, generation, floor, starts }: Omit<ReadPosition, "durable" | "newest">,
): Worth {
  const now = parseSnapshot(snapshot);
  if (!now || cursor.userId !== userId || cursor.generation !== generation) return "stale";
  const snapshots = [cursor.heard, cursor.page?.target ?? null].filter((one) => one !== null);
  if (snapshots.some((one) => one.xmin < Number(floor))) return "stale";
  const worths = snapshots.map((one) => worthAmongStarts(one, cursor.start, starts));
  if (worths.includes("lost")) return "lost";
  if (worths.includes("stale") || cursor.schema !== SCHEMA) return "stale";
  return snapshots.every((one) => one.xmax <= now.xmax) ? "usable" : "stale";
}

/**
 * A cursor names the newest start of its moment, so in this history it cannot have heard of the start after that one. One that
 * has, or that names a start unknown here, was written by the original of which this database is a copy.
 */
function worthAmongStarts(heard: Snapshot, start: string, starts: string): Worth {
  if (start === newestMarker(starts)) return "usable";
  const known = parseStarts(starts);
  const at = known.findIndex(({ marker }) => marker === start);
  const next = known[at + 1];
  if (!next || hasHeard(heard, next.noted)) return "lost";
  // Here a snapshot that cannot see the next start ends before all could; what ends later cannot be told from a copy's.
  if (heard.xmax > (next.seen ?? next.noted)) return "stale";
  return at >= 0 || start === "" ? "usable" : "stale";
}
