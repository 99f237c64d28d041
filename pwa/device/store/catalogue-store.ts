// The engine's catalogue store: records storage failures without throwing, and continues in memory.
import { readBuckets, StaleBucket, writeBuckets, type BucketWrite, type Reading } from "./bucket-store.ts";
import type { CatalogueDb, ManifestRecord } from "./catalogue-db.ts";
import { dropOldestDetails } from "./details-store.ts";
import { troubleOf, withStore, type StorageTrouble } from "./storage-trouble.ts";

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
