// Stores the scroll position per history entry. It survives a reload and ends with the tab.
import { createStore } from "zustand/vanilla";
import { tabStorage } from "../../client/storage/browser-storage.ts";

const storageKey = "scroll-places";
/** Maximum number of entries; the oldest are dropped first. */
const MAX_ENTRIES = 60;

/** Pixels from the top by history entry, the oldest first; `undefined` before the stored positions are read. */
const scrollStore = createStore<{ positions: ReadonlyMap<string, number> | undefined }>(() => ({
  positions: undefined,
}));

function positions(): ReadonlyMap<string, number> {
  return scrollStore.getState().positions ?? new Map(tabStorage.json(storageKey, isPositions) ?? []);
}

function isPositions(value: unknown): value is [string, number][] {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** Pixels from the top; null when unknown. */
export function scrollPosition(entry: string): number | null {
  return positions().get(entry) ?? null;
}

/** Keeps a position in memory; `storeScrollPositions` writes it to storage. */
export function noteScrollPosition(entry: string, top: number) {
  const others = [...positions()].filter(([known]) => known !== entry);
  const latest = [...others, [entry, Math.round(top)] as const].slice(-MAX_ENTRIES);
  scrollStore.setState({ positions: new Map(latest) });
}

/** Writes the positions to session storage. Called when the page may be unloaded. */
export function storeScrollPositions() {
  // Without storage a reload starts at the top.
  tabStorage.setJson(storageKey, [...positions()]);
}
