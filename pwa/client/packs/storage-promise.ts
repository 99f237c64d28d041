// Whether the browser promised to keep what is stored here when space runs low.
import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";

/** `unknown`: not asked yet, or the browser cannot say. `refused`: the user asked for protection and got none. */
export type StoragePromise = "unknown" | "given" | "none" | "refused";

const promise = createStore<{ state: StoragePromise }>(() => ({ state: "unknown" }));

async function look(): Promise<void> {
  if (promise.getState().state === "refused") return;
  const { storage } = navigator as { storage?: StorageManager };
  const isGiven = await storage?.persisted?.().catch(() => undefined);
  if (isGiven !== undefined) promise.setState({ state: isGiven ? "given" : "none" });
}

/** Asks the browser for the promise. Some ask the user, some decide alone. Never rejects. */
export async function askForPromise(): Promise<void> {
  const { storage } = navigator as { storage?: StorageManager };
  const isGiven = await storage?.persist?.().catch(() => false);
  promise.setState({ state: isGiven ? "given" : "refused" });
}

export function useStoragePromise(): StoragePromise {
  useEffect(() => void look(), []);
  return useSyncExternalStore(
    promise.subscribe,
    () => promise.getState().state,
    () => "unknown",
  );
}
