// Frees storage for user data by evicting data that can be fetched again, one item at a time.
import { isLocationPart } from "../../../shared/domain/aircraft-rules.ts";
import { CatalogueDb, type BucketRecord } from "./catalogue-db.ts";
import { Dexie } from "dexie";

/**
 * Evicts the opened details, then the largest part of the catalogue outside the place `near`.
 * False when nothing is left to evict, or storage fails. Never touches outbox and waiting pictures.
 */
export async function makeRoom(near: string | null): Promise<boolean> {
  const db = new CatalogueDb();
  try {
    if ((await db.details.count()) > 0) {
      await db.details.clear();
      return true;
    }
    const [largest] = (await db.buckets.toArray())
      .filter(({ location }) => !near || !isLocationPart(near, location))
      .sort((a, b) => b.rows - a.rows);
    if (largest) await dropBucket(db, largest);
    return largest !== undefined;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

async function dropBucket(db: CatalogueDb, { bucket }: BucketRecord): Promise<void> {
  await db.transaction("rw", db.buckets, db.chunks, async () => {
    await db.chunks.where("[bucket+place]").between([bucket, Dexie.minKey], [bucket, Dexie.maxKey]).delete();
    await db.buckets.delete(bucket);
  });
}
