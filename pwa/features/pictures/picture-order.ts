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

/** A wanted order of pictures, without those deleted and with those added meanwhile. */
export function withCurrent(order: readonly string[], images: readonly string[]): string[] {
  return [...order.filter((src) => images.includes(src)), ...images.filter((src) => !order.includes(src))];
}

/** Screen reader announcements; places start at 0. */
export const orderWords = {
  lifted: (place: number, count: number) => `Picture ${place + 1} lifted, place ${place + 1} of ${count}`,
  moved: (place: number, count: number) => `Place ${place + 1} of ${count}`,
  dropped: (place: number, count: number) => `Dropped, place ${place + 1} of ${count}. Picture 1 is the main picture.`,
  putBack: (place: number, count: number) => `Put back, place ${place + 1} of ${count}`,
};
