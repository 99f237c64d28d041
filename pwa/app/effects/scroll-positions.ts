// Where each entry of the history was scrolled to; survives a reload, ends with the tab.
const storageKey = "scroll-places";
/** Entries kept at most; the oldest go first. */
const mostPlaces = 60;

let places: Map<string, number> | undefined;

function load(): Map<string, number> {
  if (places) return places;
  try {
    places = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as [string, number][]);
  } catch {
    places = new Map();
  }
  return places;
}

/** Pixels from the top, or null where nothing is known. */
export function scrollPosition(entry: string): number | null {
  return load().get(entry) ?? null;
}

export function keepScrollPosition(entry: string, top: number) {
  const known = load();
  known.delete(entry);
  known.set(entry, Math.round(top));
  const oldest = known.keys().next();
  if (known.size > mostPlaces && !oldest.done) known.delete(oldest.value);
}

/** Called when the page may be about to go away. */
export function storeScrollPositions() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...load()]));
  } catch {
    // Storage is closed: a reload then starts at the top.
  }
}
