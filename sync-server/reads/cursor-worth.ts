// Checks which cursors are usable at a read position.
import { SCHEMA } from "../../shared/sync.ts";
import type { ReadPosition } from "../db/read-position.ts";
import { snapshotIncludes, parseSnapshot, type Snapshot } from "../db/snapshot.ts";
import { newestMarker, parseStarts } from "../db/starts.ts";
import type { Cursor } from "./cursor.ts";

/** Validity of a cursor here. `lost` is a cursor of this generation with a history this database does not have. */
export type Worth = "usable" | "stale" | "lost";

/** Whether a cursor is usable here: this generation, schema and user, above the floor, and this history. */
export function isUsable(
  cursor: Cursor,
  userId: string,
  readPosition: Omit<ReadPosition, "durable" | "newest">,
): boolean {
  return worthOf(cursor, userId, readPosition) === "usable";
}

export function worthOf(
  cursor: Cursor,
  userId: string,
  { snapshot, generation, floor, starts }: Omit<ReadPosition, "durable" | "newest">,
): Worth {
  const now = parseSnapshot(snapshot);
  if (!now || cursor.userId !== userId || cursor.generation !== generation) return "stale";
  const snapshots = [cursor.position, cursor.page?.target ?? null].filter((one) => one !== null);
  if (snapshots.some((one) => one.xmin < Number(floor))) return "stale";
  const worths = snapshots.map((one) => worthAmongStarts(one, cursor.start, starts));
  if (worths.includes("lost")) return "lost";
  if (worths.includes("stale") || cursor.schema !== SCHEMA) return "stale";
  return snapshots.every((one) => one.xmax <= now.xmax) ? "usable" : "stale";
}

/**
 * Checks a cursor against the starts. It names the newest start at its position, so in this history it cannot include
 * the next start.
 * A cursor that includes it, or names an unknown start, comes from the original of this copy.
 */
function worthAmongStarts(position: Snapshot, start: string, starts: string): Worth {
  if (start === newestMarker(starts)) return "usable";
  const known = parseStarts(starts);
  const at = known.findIndex(({ marker }) => marker === start);
  const next = known[at + 1];
  if (!next || snapshotIncludes(position, next.noted)) return "lost";
  // A snapshot here that cannot see the next start ends before every snapshot could. A later end is ambiguous.
  if (position.xmax > (next.seen ?? next.noted)) return "stale";
  return at >= 0 || start === "" ? "usable" : "stale";
}
