// Stores the scroll position per history entry. It survives a reload and ends with the tab.
import { tabStorage } from "../../client/storage/browser-storage.ts";

const storageKey = "scroll-places";
/** Maximum number of entries; the oldest are dropped first. */
const MOST_PLACES = 60;

let places: Map<string, number> | undefined;

function load(): Map<string, number> {
  places ??= new Map(tabStorage.json(storageKey, isPlaces) ?? []);
  return places;
}

function isPlaces(value: unknown): value is [string, number][] {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** Pixels from the top; null when unknown. */
export function scrollPosition(entry: string): number | null {
  return load().get(entry) ?? null;
}

export function keepScrollPosition(entry: string, top: number) {
  const known = load();
  known.delete(entry);
  known.set(entry, Math.round(top));
  const oldest = known.keys().next();
  if (known.size > MOST_PLACES && !oldest.done) known.delete(oldest.value);
}

/** Writes the positions to session storage. Called when the page may be unloaded. */
export function storeScrollPositions() {
  // Without storage a reload starts at the top.
  tabStorage.setJson(storageKey, [...load()]);
}
