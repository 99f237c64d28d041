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

/** Longest wait of a start for statements that run. One that takes longer costs its device a full resync. */
const OLDER_SNAPSHOTS_MS = 1000;
const LONG_TRANSACTION_S = 10;

/** Records a process start and returns its marker; null before the database is migrated. */
export async function recordStart(db: Knex): Promise<string | null> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from pg_attribute where attrelid = to_regclass('sync_meta') and attname = 'starts' and not attisdropped`,
  );
  if (rows.length === 0) return null;
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
  await olderSnapshotsEnd(db);
  await db("sync_meta").update({
    starts: db.raw(`regexp_replace(starts, ?, '\\&-' || pg_current_xact_id()::text)`, [`${marker}@\\d+`]),
  });
  return marker;
}

/**
 * Waits until the statements that cannot see what was just committed have ended. One of them may take an id after this, and a cursor with
 * that id must not lie above `seen`. Ignores long transactions, such as a backup, which answer no device.
 */
async function olderSnapshotsEnd(db: Knex): Promise<void> {
  const running = async (): Promise<string[]> => {
    const { rows } = await db.raw<{ rows: { name: string }[] }>(
      `select pid || ' ' || xact_start as name from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and backend_xmin is not null
         and xact_start > now() - make_interval(secs => ?)`,
      [LONG_TRANSACTION_S],
    );
    return rows.map(({ name }) => name);
  };
  const until = Date.now() + OLDER_SNAPSHOTS_MS;
  let older = await running();
  while (older.length > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const still = new Set(await running());
    older = older.filter((name) => still.has(name));
  }
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
