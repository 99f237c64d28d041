// The engine's catalogue store: buckets are read and written with their head in one transaction, a few chunks at a
// time. Records storage failures without throwing, and continues in memory.
import { Dexie } from "dexie";
import type { Bucket } from "../catalogue/buckets.ts";
import { MalformedFile, rowsOf, type Pack } from "../catalogue/index/pack.ts";
import type { BucketRecord, CatalogueDb, ChunkRecord, ManifestRecord } from "./catalogue-db.ts";
import { dropOldestDetails } from "./details-store.ts";
import { troubleOf, withStore, type StorageTrouble } from "./storage-trouble.ts";

/** The content of one write: everything, or some packs of what the store holds under `bucket.stamp`. */
export type BucketWrite = {
  bucket: Bucket;
  /** The stamp of the packs this builds on; null writes the whole bucket. */
  onto: string | null;
  changed: readonly Pack[];
  gone: readonly number[];
};

/** Another tab stored newer changes of this bucket. */
class StaleBucket extends Error {
  override name = "StaleBucket";
}

type Reading = {
  /** The one bucket to read; all of them without it. */
  only?: string;
  /** Called when the buckets are listed: those of an awaited place are read first. */
  isFirst(head: BucketRecord): boolean;
  /** Makes packs of chunks; `together` counts the cards of all buckets that are read. Rejects with MalformedFile. */
  pack(head: BucketRecord, chunks: ChunkRecord[], together: number): Promise<Pack[]>;
  /** Called with each bucket as soon as it is complete. */
  take(bucket: Bucket): void;
};

export type CatalogueStore = {
  manifest(): Promise<Omit<ManifestRecord, "key"> | undefined>;
  keepManifest(kept: Omit<ManifestRecord, "key">): Promise<void>;
  /** Reads all kept buckets, or the named one. A bucket may be passed on twice. */
  read(reading: Reading): Promise<void>;
  /**
   * Writes buckets and removes others, in one transaction. False when another tab stored newer changes: read those
   * first.
   * A failed bucket loses its stamp, so that the next write stores it completely.
   */
  write(writes: BucketWrite[], removed?: readonly string[]): Promise<boolean>;
  /** The last failure; null after a successful write. */
  trouble(): StorageTrouble | null;
};

/** `db` is null where the browser gives no storage: then everything works until the page closes. */
export function catalogueStore(db: CatalogueDb | null): CatalogueStore {
  let trouble: StorageTrouble | null = db ? null : "closed";

  async function noting<T>(work: (db: CatalogueDb) => Promise<T>): Promise<T | undefined> {
    if (!db) return undefined;
    try {
      return await withStore(db, () => work(db));
    } catch (error) {
      trouble = troubleOf(error);
      return undefined;
    }
  }

  return {
    manifest: () => noting((db) => db.manifests.get("manifest")),
    async keepManifest(kept) {
      await noting((db) => db.manifests.put({ key: "manifest", ...kept }));
    },
    async read(reading) {
      await noting((db) => readBuckets(db, reading));
    },
    async write(writes, removed = []) {
      try {
        if (db) {
          await withRoom(db, () => writeBuckets(db, writes, removed));
          trouble = null;
          return true;
        }
      } catch (error) {
        if (error instanceof StaleBucket) return false;
        trouble = troubleOf(error);
      }
      for (const write of writes) write.bucket = { ...write.bucket, stamp: null };
      return true;
    },
    trouble: () => trouble,
  };
}

/** When storage is full, details are evicted, since they can be fetched again. */
async function withRoom(db: CatalogueDb, work: () => Promise<void>): Promise<void> {
  try {
    await withStore(db, work);
  } catch (error) {
    if (error instanceof StaleBucket || troubleOf(error) !== "full") throw error;
    await dropOldestDetails(db, await db.details.count());
    await work();
  }
}

/** Chunks read or written by one request: copying their text must not take long. */
const CHUNKS_A_REQUEST = 4;

/** Reads one consistent state. An unreadable bucket is left out and fetched again. */
async function readBuckets(db: CatalogueDb, reading: Reading): Promise<void> {
  const buckets: Promise<unknown>[] = [];
  try {
    await db.transaction("r", db.buckets, db.chunks, async () => {
      const heads = await headsOf(db, reading);
      const together = heads.reduce((rows, head) => rows + head.rows, 0);
      for (const head of heads) {
        const parts: Promise<Pack[]>[] = [];
        await readChunks(db, head.bucket, (chunks) => {
          // Packing goes on while more is read, and is no part of the transaction.
          const part = Dexie.ignoreTransaction(() => reading.pack(head, chunks, together));
          // What goes wrong is thrown where the bucket is taken, and in the end from here.
          part.catch(() => undefined);
          parts.push(part);
        });
        const before = buckets.at(-1);
        const whole = Dexie.ignoreTransaction(() => takeWhole(head, parts, before, reading));
        whole.catch(() => undefined);
        buckets.push(whole);
      }
    });
  } finally {
    await Promise.allSettled(buckets);
  }
  await Promise.all(buckets);
}

async function headsOf(db: CatalogueDb, { only, isFirst }: Reading): Promise<BucketRecord[]> {
  if (only !== undefined) return await db.buckets.where({ bucket: only }).toArray();
  const heads = await db.buckets.toArray();
  return [...heads.filter(isFirst), ...heads.filter((head) => !isFirst(head))];
}

async function readChunks(db: CatalogueDb, bucket: string, take: (chunks: ChunkRecord[]) => void): Promise<void> {
  let after: unknown = Dexie.minKey;
  for (;;) {
    const rest = db.chunks.where("[bucket+place]").between([bucket, after], [bucket, Dexie.maxKey], false);
    const chunks = await rest.limit(CHUNKS_A_REQUEST).toArray();
    if (chunks.length > 0) take(chunks);
    if (chunks.length < CHUNKS_A_REQUEST) return;
    after = chunks.at(-1)?.place;
  }
}

/** Buckets are taken in the order they are read in, however long each takes to pack. */
async function takeWhole(
  head: BucketRecord,
  parts: Promise<Pack[]>[],
  before: Promise<unknown> | undefined,
  { take }: Reading,
): Promise<void> {
  const { bucket, location, generation, stamp, rows } = head;
  try {
    const packs = (await Promise.all(parts)).flat();
    await before;
    if (rowsOf(packs) === rows) take({ bucket, location, generation, head: head.head, packs, stamp });
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
  }
}

/** Writes buckets and removes others, in one transaction. Throws StaleBucket, and the store's errors. */
async function writeBuckets(
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
  // A bucket evicted for other data is written completely again.
  const isWhole = onto === null || !stored;
  if (isWhole) await chunksOf(db, bucket).delete();
  else await db.chunks.bulkDelete(gone.map((place): [string, number] => [bucket, place]));
  const chunks = (isWhole ? packs : changed).map(({ place, text }) => ({ bucket, place, text }));
  for (let from = 0; from < chunks.length; from += CHUNKS_A_REQUEST) {
    await db.chunks.bulkPut(chunks.slice(from, from + CHUNKS_A_REQUEST));
  }
  await db.buckets.put({ bucket, location, generation, head, rows: rowsOf(packs), stamp: next.stamp ?? "" });
}

function chunksOf(db: CatalogueDb, bucket: string) {
  return db.chunks.where("[bucket+place]").between([bucket, Dexie.minKey], [bucket, Dexie.maxKey]);
}
