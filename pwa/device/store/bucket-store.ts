// Buckets in the store: read whole, written in one transaction with their head.
import { Dexie } from "dexie";
import { rowsOf, type Bucket, type Pause } from "../catalogue/bucket.ts";
import { MalformedFile, packOf, type Pack, type Places } from "../catalogue/pack.ts";
import type { CatalogueDb, KeptBucket, KeptChunk } from "./catalogue-db.ts";

/** What one write changes: everything, or some packs of what the store holds under `bucket.stamp`. */
export type BucketWrite = {
  bucket: Bucket;
  /** The stamp of the packs this builds on; null writes the whole bucket. */
  onto: string | null;
  changed: readonly Pack[];
  gone: readonly number[];
};

/** The store holds news of this bucket that came through another tab. */
export class StaleBucket extends Error {
  override name = "StaleBucket";
}

/** All kept buckets, or the named one. One that cannot be read is left out: it will be fetched again. */
export async function readBuckets(db: CatalogueDb, places: Places, pause: Pause, only?: string): Promise<Bucket[]> {
  const kept = await db.transaction("r", db.buckets, db.chunks, async () => {
    const heads = only === undefined ? await db.buckets.toArray() : [await db.buckets.get(only)];
    const found: { head: KeptBucket; chunks: KeptChunk[] }[] = [];
    for (const head of heads) {
      if (head) found.push({ head, chunks: await chunksOf(db, head.bucket).toArray() });
    }
    return found;
  });
  const buckets: Bucket[] = [];
  for (const { head, chunks } of kept) {
    const packs = await packsOf(head, chunks, places, pause);
    const { bucket, location, generation, stamp } = head;
    if (packs) buckets.push({ bucket, location, generation, head: head.head, packs, stamp });
  }
  return buckets;
}

async function packsOf(head: KeptBucket, chunks: readonly KeptChunk[], places: Places, pause: Pause) {
  const packs: Pack[] = [];
  try {
    for (const { place, text } of chunks) {
      packs.push(packOf(place, text, places));
      await pause();
    }
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
  return rowsOf(packs) === head.rows ? packs : null;
}

/** Writes buckets and removes others, all or nothing. Throws StaleBucket, and what the store throws. */
export async function writeBuckets(
  db: CatalogueDb,
  writes: readonly BucketWrite[],
  removed: readonly string[],
): Promise<void> {
  await db.transaction("rw", db.buckets, db.chunks, async () => {
    for (const name of removed) await chunksOf(db, name).delete();
    await db.buckets.bulkDelete([...removed]);
    for (const write of writes) await writeBucket(db, write);
  });
}

async function writeBucket(db: CatalogueDb, { bucket: next, onto, changed, gone }: BucketWrite): Promise<void> {
  const { bucket, location, generation, head, packs } = next;
  const stored = await db.buckets.get(bucket);
  const isNewer = stored?.generation === generation && stored.head > head;
  if (isNewer || (onto !== null && stored && stored.stamp !== onto)) throw new StaleBucket(bucket);
  // One that made room for something dearer is written whole again.
  const isWhole = onto === null || !stored;
  if (isWhole) await chunksOf(db, bucket).delete();
  else await db.chunks.bulkDelete(gone.map((place): [string, number] => [bucket, place]));
  await db.chunks.bulkPut((isWhole ? packs : changed).map(({ place, text }) => ({ bucket, place, text })));
  await db.buckets.put({ bucket, location, generation, head, rows: rowsOf(packs), stamp: next.stamp ?? "" });
}

function chunksOf(db: CatalogueDb, bucket: string) {
  return db.chunks.where("[bucket+place]").between([bucket, Dexie.minKey], [bucket, Dexie.maxKey]);
}
