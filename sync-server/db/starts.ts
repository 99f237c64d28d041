// Each start of a process leaves a random marker in the database, and cursors carry the newest one. A copy of the database that
// is put back has the markers from before the copy and then others, so cursors of the original show themselves.
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";

/** `noted` is the transaction that wrote the marker; `seen` one that began when all snapshots could see it, if that was written. */
export type Start = { marker: string; noted: number; seen: number | null };

/** A phone that was away for more starts than these replaces what it holds. */
const STARTS_KEPT = 64;

/** Writes down that a process starts and gives the marker; null where the database is not prepared for it yet. */
export async function recordStart(db: Knex): Promise<string | null> {
  if (!(await db.schema.hasColumn("sync_meta", "starts"))) return null;
  const marker = randomBytes(9).toString("base64url");
  // The row's lock keeps the order of starts and of their transactions the same, because each takes its number behind it.
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

/** Whether the start with that marker is still written down: a new generation forgets all of them. */
export async function isRecorded(db: Knex, marker: string | null): Promise<boolean> {
  const known: { starts: string } | undefined = await db("sync_meta").first("starts");
  return parseStarts(known?.starts ?? "").some((one) => one.marker === marker);
}

/** The starts in `text`, the column of `sync_meta`, the oldest first. */
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

/** The newest marker in `text`; empty before the first start. */
export function newestMarker(text: string): string {
  return text.slice(text.lastIndexOf(" ") + 1).split("@")[0] ?? "";
}
