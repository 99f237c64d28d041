// Classifies storage failures and retries before giving up.
import type { CatalogueDb } from "./catalogue-db.ts";

/** `full`: the browser has no room left. `closed`: storage cannot be used at all. */
export type StorageTrouble = "full" | "closed";

/**
 * Runs work on the store. Reopens a connection that the browser closed, once.
 * Throws the error of the second try.
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

/** Maps a store error to its kind of failure. */
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
