// Each process start stores a random marker, and cursors carry the newest one.
// A restored copy has later markers that differ, which reveals cursors of the original.
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";

/**
 * `noted` is the transaction that wrote the marker. `seen` began when all snapshots could see it; null before that.
 */
export type Start = { marker: string; noted: number; seen: number | null };

/** Number of starts kept; a device away for more starts needs a full resync. */
const STARTS_KEPT = 64;

/** Records a process start and returns its marker; null before the database is migrated. */
export async function recordStart(db: Knex): Promise<string | null> {
  if (!(await db.schema.hasColumn("sync_meta", "starts"))) return null;
  const marker = randomBytes(9).toString("base64url");
  // The row lock gives starts and their transactions the same order, since each takes its id under the lock.
  const isNoted = await db.transaction(async (tx) => {
    await tx.raw("set local lock_timeout = 0");
    const known: { starts: string } | undefined = await tx("sync_meta").forUpdate().first("starts");
    if (!known) return false;
    const kept = known.starts
      .split(" ")
      .filter(Boolean)
      .slice(1 - STARTS_KEPT);
    await tx("sync_meta").update({
      starts: tx.raw(`? || '@' || pg_current_xact_id()::text`, [[...kept, marker].join(" ")]),
    });
    return true;
  });
  if (!isNoted) return null;
  await db("sync_meta").update({
    starts: db.raw(`regexp_replace(starts, ?, '\\&-' || pg_current_xact_id()::text)`, [`${marker}@\\d+`]),
  });
  return marker;
}

/** Whether the start with that marker is still recorded; a new generation deletes all. */
export async function isRecorded(db: Knex, marker: string | null): Promise<boolean> {
  const known: { starts: string } | undefined = await db("sync_meta").first("starts");
  return parseStarts(known?.starts ?? "").some((one) => one.marker === marker);
}

/** Parses the starts in `text`, the column of `sync_meta`, the oldest first. */
export function parseStarts(text: string): Start[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((one) => {
      const [marker = "", xids = ""] = one.split("@");
      const [noted, seen] = xids.split("-");
      return { marker, noted: Number(noted), seen: seen === undefined ? null : Number(seen) };
    });
}

/** Returns the newest marker in `text`; empty before the first start. */
export function newestMarker(text: string): string {
  return text.slice(text.lastIndexOf(" ") + 1).split("@")[0] ?? "";
}
