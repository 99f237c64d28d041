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
  return isOneOf(error, ["QuotaExceededError"]) ? "full" : "closed";
}

function isClosed(error: unknown): boolean {
  return isOneOf(error, ["DatabaseClosedError", "InvalidStateError"]);
}

/** Whether an error has one of the names. Dexie wraps the browser's: the telling name may be one or two layers down. */
export function isOneOf(error: unknown, names: readonly string[]): boolean {
  let at: unknown = error;
  for (let depth = 0; depth < 4 && typeof at === "object" && at !== null; depth++) {
    if ("name" in at && typeof at.name === "string" && names.includes(at.name)) return true;
    at = "inner" in at ? at.inner : undefined;
  }
  return false;
}
