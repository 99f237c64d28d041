// The order of pictures: the first is the main picture. Pure.

/** The list with one picture moved; indexes beyond the ends are clamped. */
export function movePicture<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, place) => place !== from);
  const item = items[from];
  if (item === undefined) return rest;
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}

/** The index to which a key moves a picture; null when the key moves nothing. */
export function targetIndex(key: string, place: number, count: number): number | null {
  const next = { ArrowLeft: place - 1, ArrowUp: place - 1, ArrowRight: place + 1, ArrowDown: place + 1 }[key];
  const wanted = next ?? { Home: 0, End: count - 1 }[key];
  if (wanted === undefined || wanted < 0 || wanted >= count || wanted === place) return null;
  return wanted;
}

/** The screen reader announcement after a move. */
export function moveAnnouncement(to: number, count: number): string {
  const place = `Picture moved to place ${to + 1} of ${count}.`;
  return to === 0 ? `${place} It is the main picture.` : place;
}
