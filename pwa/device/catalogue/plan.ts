// What to fetch so that a bucket held here becomes the bucket of the manifest, and where it is packed. Pure.
import { isLocationPart } from "../../../shared/domain/aircraft-rules.ts";
import type { Manifest, ManifestBucket } from "../../../shared/sync.ts";
import type { Way } from "./index/packing.ts";

export type Plan =
  | { kind: "nothing" }
  | { kind: "segments"; segments: number[] }
  | {
      kind: "base";
      /** 0: the bucket starts empty and there is no file. */
      base: number;
      segments: number[];
    };

/** More segments than this are worth a base, which is one file. */
const MANY_SEGMENTS = 40;

/** `hasLostSegments`: a segment that should be there was not, so that only a base helps. */
export function planFor(
  entry: ManifestBucket,
  generation: string,
  held: { generation: string; head: number } | undefined,
  hasLostSegments = false,
): Plan {
  const afterBase: Plan = { kind: "base", base: entry.base, segments: numbers(entry.base + 1, entry.head) };
  if (!held || held.generation !== generation || held.head > entry.head || hasLostSegments) return afterBase;
  if (held.head === entry.head) return { kind: "nothing" };
  if (held.head + 1 < entry.oldest) return afterBase;
  const missing = entry.head - held.head;
  if (missing > MANY_SEGMENTS && entry.head - entry.base < missing) return afterBase;
  return { kind: "segments", segments: numbers(held.head + 1, entry.head) };
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

/** What the device may hold: past it, buckets are left out and a search may need the server. */
export type Room = { rows: number; bytes: number };

/** Bytes a card takes as it is kept. */
const CARD_BYTES = 380;

/** Whether a bucket is of the place that was chosen, whose aircraft come first. */
export function isNear(entry: { location: string }, preferred: string | null): boolean {
  return Boolean(preferred?.trim()) && isLocationPart(preferred ?? "", entry.location);
}

/** Cards that are read here in a moment: starting a worker for fewer would take longer. */
const FEW_CARDS = 2_000;
/** Cards that are many even when they come in small buckets. */
const MANY_CARDS = 20_000;

/** Where a bucket is packed that comes with others; `together` counts the cards of all of them. */
export function wayOf(entry: { location: string; rows: number }, preferred: string | null, together: number): Way {
  const isMuch = entry.rows > FEW_CARDS || together > MANY_CARDS;
  return isMuch && !isNear(entry, preferred) ? "aside" : "here";
}

/** The buckets to hold, the preferred place first, as far as there is room; always at least one. */
export function wantedBuckets(manifest: Manifest, preferred: string | null, room: Room): ManifestBucket[] {
  const near = manifest.buckets.filter((entry) => isNear(entry, preferred));
  const far = manifest.buckets.filter((entry) => !isNear(entry, preferred));
  const most = Math.min(room.rows, room.bytes / CARD_BYTES);
  let rows = 0;
  return [...near, ...far].filter((entry, at) => {
    if (at > 0 && rows + entry.rows > most) return false;
    rows += entry.rows;
    return true;
  });
}
