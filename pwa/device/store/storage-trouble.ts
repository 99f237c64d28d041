// What can go wrong between us and the browser's storage, and what is tried before giving up on it.
import type { CatalogueDb } from "./catalogue-db.ts";

/** `full`: the browser has no room left. `closed`: storage cannot be used at all. */
export type StorageTrouble = "full" | "closed";

/**
 * Runs a piece of work on the store. A connection the browser closed is opened again once. Throws what the second
 * try throws.
 */
export async function withStore<T>(db: CatalogueDb, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isClosed(error)) throw error;
    db.close({ disableAutoOpen: false });
    await db.open();
    return await work();
  }
}

/** Which trouble an error of the store stands for. */
export function troubleOf(error: unknown): StorageTrouble {
  return namesOf(error).includes("QuotaExceededError") ? "full" : "closed";
}

function isClosed(error: unknown): boolean {
  const names = namesOf(error);
  return names.includes("DatabaseClosedError") || names.includes("InvalidStateError");
}

/** Dexie wraps the browser's error: the telling name may be one or two layers down. */
function namesOf(error: unknown): string[] {
  const names: string[] = [];
  let at: unknown = error;
  for (let depth = 0; depth < 4 && typeof at === "object" && at !== null; depth++) {
    if ("name" in at && typeof at.name === "string") names.push(at.name);
    at = "inner" in at ? at.inner : undefined;
  }
  return names;
}
