// How large a pack is: the width of its pictures on this screen, and the bytes they take.
import { PICTURE_WIDTHS } from "../../../shared/domain/uploads-rules.ts";

/** Usual bytes of a picture by its width, and of a drawing. */
const usualBytes: Readonly<Record<number, number>> = { 320: 12_000, 640: 40_000, 960: 85_000, 1600: 210_000 };
const DRAWING_BYTES = 12_000;
/** Facts, terms, reviews, free hours and airfield. */
export const DETAIL_BYTES = 30_000;
/** Drawings of an aircraft without photos. */
const DRAWINGS = 4;

/** The smallest stored width that fills this screen from edge to edge. */
export function packedWidth(): number {
  const pixels = screen.width * devicePixelRatio;
  return PICTURE_WIDTHS.find((width) => width >= pixels) ?? PICTURE_WIDTHS.at(-1)!;
}

/** The address of a picture in a pack; drawings have one size. */
export function packedAddress(address: string): string {
  return address.startsWith("/objects/") ? `${address}?w=${packedWidth()}` : address;
}

/** Bytes of a picture before the server has said them. */
export function usualBytesOf(address: string): number {
  return address.startsWith("/objects/") ? (usualBytes[packedWidth()] ?? 0) : DRAWING_BYTES;
}

/** Bytes of a pack before it is asked for; `photos` is their number, 0 for an aircraft with drawings. */
export function usualPackBytes(photos: number): number {
  const pictures = photos > 0 ? photos * (usualBytes[packedWidth()] ?? 0) : DRAWINGS * DRAWING_BYTES;
  return DETAIL_BYTES + pictures;
}

/** Bytes that the browser still gives this site; null where it does not say. */
export async function freeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  } catch {
    return null;
  }
}
