// The newest opened details, readable without a network.
import type { CatalogueDb, KeptDetail } from "./catalogue-db.ts";
import { troubleOf, withStore } from "./storage-trouble.ts";

/** Details kept at most. */
export const MOST_DETAILS = 300;

export type DetailsStore = {
  /** Undefined when it was never opened here, or when storage cannot be read. */
  get(id: string): Promise<KeptDetail | undefined>;
  /** Keeps a detail and lets the oldest go. False when it could not be stored. */
  keep(detail: Omit<KeptDetail, "openedAt">): Promise<boolean>;
  remove(id: string): Promise<void>;
};

export function detailsStore(db: CatalogueDb | null, now: () => number): DetailsStore {
  const put = (db: CatalogueDb, detail: KeptDetail) =>
    db.transaction("rw", db.details, async () => {
      await db.details.put(detail);
      const surplus = (await db.details.count()) - MOST_DETAILS;
      if (surplus > 0) await dropOldestDetails(db, surplus);
    });
  return {
    async get(id) {
      if (!db) return undefined;
      try {
        return await withStore(db, () => db.details.get(id));
      } catch {
        return undefined;
      }
    },
    async keep(detail) {
      if (!db) return false;
      const kept = { ...detail, openedAt: now() };
      try {
        await withStore(db, () => put(db, kept));
        return true;
      } catch (error) {
        if (troubleOf(error) !== "full") return false;
      }
      try {
        // Room for the one on the screen is worth more than the half that was opened longest ago.
        await dropOldestDetails(db, Math.ceil((await db.details.count()) / 2));
        await put(db, kept);
        return true;
      } catch {
        return false;
      }
    },
    async remove(id) {
      if (!db) return;
      try {
        await withStore(db, () => db.details.delete(id));
      } catch {
        // Unreadable storage shows nothing either.
      }
    },
  };
}

/** Removes the details opened longest ago. */
export async function dropOldestDetails(db: CatalogueDb, count: number): Promise<void> {
  const ids = await db.details.orderBy("openedAt").limit(count).primaryKeys();
  await db.details.bulkDelete(ids);
}
