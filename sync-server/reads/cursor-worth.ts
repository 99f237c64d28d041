// Which cursors count at the moment the change log was read.
import { SCHEMA } from "../../shared/sync.ts";
import type { ReadPosition } from "../db/read-position.ts";
import { hasHeard, parseSnapshot, type Snapshot } from "../db/snapshot.ts";
import { newestMarker, parseStarts } from "../db/starts.ts";
import type { Cursor } from "./cursor.ts";

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
