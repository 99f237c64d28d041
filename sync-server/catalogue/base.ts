// Bases: a bucket's full state at one number, when a new one is due, and which files it replaces.
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { cardColumns, isPublic, toCard, type CardRow } from "../domain/aircraft/rows.ts";
import { gzipParts } from "./gzip-parts.ts";

/** Cards read and written as text at once: a message that arrives meanwhile waits for one step. */
export const CARDS_A_STEP = 100;

/** Cards as JSON with commas between them, and one before the first of them when others stand before it. */
export function cardsText(rows: readonly CardRow[], hasEarlier: boolean): string {
  const text = rows.map((row) => JSON.stringify(toCard(row))).join();
  return hasEarlier && text !== "" ? `,${text}` : text;
}

/** A bucket's newest base and the segments after it. */
export type BaseState = {
  /** The snapshot that base and segments together represent; null before the first base. */
  snapshot: string | null;
  /** Bytes, gzipped. */
  baseBytes: number;
  /** Segments after the newest base. */
  segmentsSinceBase: number;
  segmentBytesSinceBase: number;
  /** Hours since the newest base was made or confirmed unchanged. */
  baseAgeHours: number;
};

const SEGMENT_SHARE = 0.3;
const SMALL_BYTES = 4096;
const MANY_SEGMENTS = 64;
const A_DAY = 24;

/**
 * Whether a new base is due: segments exceed 30 % of it, are many, or it is a day old.
 * Below 4 kB the share does not count, since tiny bases would be rebuilt at every change.
 */
export function wantsBase(base: BaseState): boolean {
  if (base.snapshot === null) return false;
  if (base.baseAgeHours >= A_DAY || base.segmentsSinceBase >= MANY_SEGMENTS) return true;
  return base.segmentBytesSinceBase > Math.max(SMALL_BYTES, base.baseBytes * SEGMENT_SHARE);
}

/**
 * Restarts a bucket at a new base, without segments from older numbers.
 * Runs the first time, and when the log no longer reaches its last snapshot. A bucket that never had cards stays at 0.
 */
export async function rebase(
  tx: Knex.Transaction,
  { bucket, head }: { bucket: string; head: number },
  snapshot: string,
): Promise<{ outcome: "rebased"; n: number } | { outcome: "unchanged" }> {
  const n = head + 1;
  const isEmpty = head === 0 && !(await tx("aircraft").where({ bucket }).whereRaw(isPublic).first("id"));
  if (isEmpty) return { outcome: "unchanged" };
  await tx("catalogue_segments").where({ bucket }).delete();
  await countCards(tx, bucket);
  await writeBase(tx, { bucket, n, snapshot, isCounted: true });
  return { outcome: "rebased", n };
}

/** Stores the ids of a bucket's cards anew, from which each segment counts on. Returns their number. */
export async function countCards(tx: Knex.Transaction, bucket: string): Promise<number> {
  await tx("catalogue_cards").where({ bucket }).delete();
  const { rowCount } = await tx.raw(
    `insert into catalogue_cards (bucket, id) select bucket, id from aircraft where bucket = ? and ${isPublic}`,
    [bucket],
  );
  return rowCount as number;
}

/** The full state of a bucket; `isCounted` when `catalogue_cards` has its cards. */
type NewBase = { bucket: string; n: number; snapshot: string; isCounted: boolean };

/** Writes the full state of a bucket as base `n`. */
export async function writeBase(tx: Knex.Transaction, { bucket, n, snapshot, isCounted }: NewBase): Promise<void> {
  const file = gzipParts({ level: 9 });
  await file.add(`{"n":${n},"rows":[`);
  let rows = 0;
  for (let after: string | null = null, more = true; more;) {
    const some: CardRow[] = await tx("aircraft")
      .select(...cardColumns)
      .where({ bucket })
      .whereRaw(isPublic)
      .modify((query) => {
        if (after !== null) void query.where("aircraft.id", ">", after);
      })
      .orderBy("aircraft.id")
      .limit(CARDS_A_STEP);
    await file.add(cardsText(some, rows > 0));
    rows += some.length;
    more = some.length === CARDS_A_STEP;
    after = some.at(-1)?.id ?? after;
  }
  const body = await file.end("]}");
  const sha256 = createHash("sha256").update(body).digest("hex");
  // At an unchanged head the base stays the same; only its snapshot advances.
  await tx("catalogue_bases")
    .insert({ bucket, n, snapshot: tx.raw("?::pg_snapshot", [snapshot]), body, rows, sha256, isCounted })
    .onConflict(["bucket", "n"])
    .merge({ snapshot: tx.raw("excluded.snapshot"), createdAt: tx.fn.now() });
}

/**
 * Removes segments older than seven days that a base has replaced, and bases replaced a day ago.
 * Until then a client may hold a manifest that names them.
 */
export async function tidyFiles(db: Knex): Promise<void> {
  await db.raw(
    `delete from catalogue_segments s where "createdAt" < now() - interval '7 days'
       and n <= (select max(n) from catalogue_bases b where b.bucket = s.bucket)`,
  );
  await db.raw(
    `delete from catalogue_bases b where exists (
       select from catalogue_bases newer
       where newer.bucket = b.bucket and newer.n > b.n and newer."createdAt" < now() - interval '1 day')`,
  );
}
