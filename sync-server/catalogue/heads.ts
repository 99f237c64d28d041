// The published state of each bucket: its newest base, its segments, and their common snapshot.
import type { Knex } from "knex";
import type { ManifestBucket } from "../../shared/sync.ts";

export type Head = ManifestBucket & {
  /** The generation of its numbers. */
  generation: string;
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

const headsText = `
  select b.bucket, b.location, (select generation::text from sync_meta) as generation,
    coalesce(base.n, 0) as base,
    greatest(base.n, segments.newest, 0) as head,
    coalesce(segments.oldest, greatest(base.n, 0) + 1) as oldest,
    case when segments.newest > base.n then last.rows else coalesce(base.rows, 0) end as rows,
    (case when segments.newest >= base.n then last."toSnapshot" else base.snapshot end)::text as snapshot,
    coalesce(octet_length(base.body), 0) as "baseBytes",
    coalesce(since.count, 0)::int as "segmentsSinceBase",
    coalesce(since.bytes, 0)::int as "segmentBytesSinceBase",
    coalesce(extract(epoch from now() - base."createdAt") / 3600, 0)::float8 as "baseAgeHours"
  from catalogue_buckets b
  left join lateral (
    select n, rows, snapshot, body, "createdAt" from catalogue_bases where bucket = b.bucket order by n desc limit 1
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

const SEGMENT_SHARE = 0.3;
const SMALL_BYTES = 4096;
const MANY_SEGMENTS = 64;
const A_DAY = 24;

/**
 * Whether a new base is due: segments exceed 30 % of it, are many, or it is a day old.
 * Below 4 kB the share does not count, since tiny bases would be rebuilt at every change.
 */
export function wantsBase(head: Head): boolean {
  if (head.snapshot === null) return false;
  if (head.baseAgeHours >= A_DAY || head.segmentsSinceBase >= MANY_SEGMENTS) return true;
  return head.segmentBytesSinceBase > Math.max(SMALL_BYTES, head.baseBytes * SEGMENT_SHARE);
}
