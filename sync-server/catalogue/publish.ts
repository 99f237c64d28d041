// One publishing step: turns a bucket's changes since its last snapshot into its next segment.
import type { Knex } from "knex";
import type { ManifestBucket } from "../../shared/sync.ts";
import { cardColumns, isPublic, type CardRow } from "../domain/aircraft/rows.ts";
import { bucketScope } from "../kit/command-handler.ts";
import { cardsText, CARDS_A_STEP, countCards, rebase, writeBase, type BaseState } from "./base.ts";
import { gzipParts } from "./gzip-parts.ts";

/** The published state of a bucket; `generation` is that of its numbers. */
export type Head = ManifestBucket & BaseState & { generation: string; isCounted: boolean };

const headsText = `
  select b.bucket, b.location, (select generation::text from sync_meta) as generation,
    coalesce(base.n, 0) as base,
    greatest(base.n, segments.newest, 0) as head,
    coalesce(segments.oldest, greatest(base.n, 0) + 1) as oldest,
    case when segments.newest > base.n then last.rows else coalesce(base.rows, 0) end as rows,
    case when segments.newest > base.n then last."isCounted" else coalesce(base."isCounted", false) end as "isCounted",
    (case when segments.newest >= base.n then last."toSnapshot" else base.snapshot end)::text as snapshot,
    coalesce(octet_length(base.body), 0) as "baseBytes",
    coalesce(since.count, 0)::int as "segmentsSinceBase",
    coalesce(since.bytes, 0)::int as "segmentBytesSinceBase",
    coalesce(extract(epoch from now() - base."createdAt") / 3600, 0)::float8 as "baseAgeHours"
  from catalogue_buckets b
  left join lateral (
    select n, rows, snapshot, body, "createdAt", "isCounted" from catalogue_bases where bucket = b.bucket order by n desc limit 1
  ) base on true
  left join lateral (
    select min(n) as oldest, max(n) as newest from catalogue_segments where bucket = b.bucket
  ) segments on true
  left join catalogue_segments last on last.bucket = b.bucket and last.n = segments.newest
  left join lateral (
    select count(*) as count, sum(octet_length(body)) as bytes from catalogue_segments
    where bucket = b.bucket and n > base.n
  ) since on true`;

/** Reads the heads of all buckets in the order of their locations, or of one. */
export async function readHeads(db: Knex, bucket?: string): Promise<Head[]> {
  const { rows } = bucket
    ? await db.raw(`${headsText} where b.bucket = ?`, [bucket])
    : await db.raw(`${headsText} order by b.location, b.ordinal`);
  return rows as Head[];
}

export type Published =
  | { outcome: "published"; n: number; body: Buffer }
  | { outcome: "rebased"; n: number }
  | { outcome: "unchanged" }
  /** Another process is publishing it; retry shortly. */
  | { outcome: "busy" };

type StepStart = { snapshot: string; isBelowFloor: boolean };

/**
 * Publishes a bucket's changes. One repeatable-read transaction reads everything, and its snapshot starts the next step.
 * So each change is in exactly one segment, whenever its writer commits.
 * The key (bucket, n) prevents a double publication; the lock only avoids duplicate work.
 */
export async function publishBucket(db: Knex, bucket: string): Promise<Published> {
  return withBucketLock(db, bucket, async (tx) => {
    const step = await nextSegment(tx, bucket);
    return step.published;
  });
}

/** Publishes a bucket's changes, then writes its full state beside its head. */
export async function rebuildBase(db: Knex, bucket: string): Promise<Published> {
  return withBucketLock(db, bucket, async (tx) => {
    const { published, snapshot, head } = await nextSegment(tx, bucket);
    if (published.outcome === "rebased") return published;
    const n = published.outcome === "published" ? published.n : head.head;
    const isCounted = published.outcome === "published" || head.isCounted;
    if (n > 0) await writeBase(tx, { bucket, n, snapshot, isCounted });
    return published;
  });
}

async function withBucketLock(
  db: Knex,
  bucket: string,
  work: (tx: Knex.Transaction) => Promise<Published>,
): Promise<Published> {
  try {
    return await db.transaction(
      async (tx) => {
        const { rows } = await tx.raw(`select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as mine`, [
          `catalogue ${bucket}`,
        ]);
        return rows[0].mine ? await work(tx) : { outcome: "busy" };
      },
      { isolationLevel: "repeatable read" },
    );
  } catch (error) {
    if (isLostRace(error)) return { outcome: "busy" };
    throw error;
  }
}

function isLostRace(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  const [uniqueViolation, serializationFailure] = ["23505", "40001"];
  return code === uniqueViolation || code === serializationFailure;
}

async function nextSegment(tx: Knex.Transaction, bucket: string) {
  const [head] = await readHeads(tx, bucket);
  if (!head) throw new Error(`there is no bucket ${bucket}`);
  const { rows } = await tx.raw(
    `select pg_current_snapshot()::text as snapshot,
       coalesce(pg_snapshot_xmin(?::pg_snapshot) < floor, false) as "isBelowFloor" from sync_meta`,
    [head.snapshot],
  );
  const { snapshot, isBelowFloor } = rows[0] as StepStart;
  if (head.snapshot === null || isBelowFloor) return { snapshot, head, published: await rebase(tx, head, snapshot) };
  const keys = await changedKeys(tx, bucket, head.snapshot);
  if (keys.length === 0) return { snapshot, head, published: { outcome: "unchanged" } as const };
  const published = await writeSegment(tx, head, head.snapshot, snapshot, keys);
  return { snapshot, head, published };
}

async function changedKeys(tx: Knex.Transaction, bucket: string, since: string): Promise<string[]> {
  const { rows } = await tx.raw(
    `select distinct id from change_log
     where scope = :scope and xid >= pg_snapshot_xmin(cast(:since as pg_snapshot))
       and not pg_visible_in_snapshot(xid, cast(:since as pg_snapshot))`,
    { scope: bucketScope(bucket), since },
  );
  return (rows as { id: string }[]).map((row) => row.id);
}

async function writeSegment(tx: Knex.Transaction, head: Head, since: string, snapshot: string, keys: string[]) {
  const { bucket } = head;
  const n = head.head + 1;
  const shown = new Set<string>();
  const file = gzipParts();
  await file.add(`{"n":${n},"put":[`);
  for (let at = 0; at < keys.length; at += CARDS_A_STEP) {
    const some: CardRow[] = await tx("aircraft")
      .select(...cardColumns)
      .where({ bucket })
      .whereRaw(`aircraft.id = any(?)`, [keys.slice(at, at + CARDS_A_STEP)])
      .whereRaw(isPublic);
    await file.add(cardsText(some, shown.size > 0));
    for (const { id } of some) shown.add(id);
  }
  const drop = keys.filter((id) => !shown.has(id));
  const body = await file.end(`],"drop":${JSON.stringify(drop)}}`);
  // The previous version does not count.
  const rows = head.isCounted ? head.rows : await countCards(tx, bucket);
  // Checks the chain at each addition: a segment starts at the snapshot where the previous one ended.
  const { rowCount } = await tx.raw(
    `with added as (
       insert into catalogue_cards (bucket, id) select :bucket, unnest(cast(:shown as uuid[])) on conflict do nothing returning id
     ), removed as (
       delete from catalogue_cards where bucket = :bucket and id = any(cast(:drop as uuid[])) returning id
     )
     insert into catalogue_segments (bucket, n, "fromSnapshot", "toSnapshot", body, rows, "isCounted")
     select :bucket, :n, cast(:since as pg_snapshot), cast(:snapshot as pg_snapshot), :body,
       cast(:rows as int) + (select count(*) from added) - (select count(*) from removed), true
     where :since = coalesce(
       (select "toSnapshot"::text from catalogue_segments where bucket = :bucket and n = :n - 1),
       (select snapshot::text from catalogue_bases where bucket = :bucket and n = :n - 1))`,
    { bucket, n, since, snapshot, body, rows, shown: [...shown], drop },
  );
  if (rowCount !== 1) throw new Error(`segment ${n} of ${bucket} does not follow the one before it`);
  return { outcome: "published" as const, n, body };
}
