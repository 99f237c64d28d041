// Plans which files bring a held bucket to the manifest's head, and on which thread it is packed. Pure.
import { isLocationPart } from "../../../shared/domain/aircraft-rules.ts";
import type { Manifest, ManifestBucket } from "../../../shared/sync.ts";
import type { PackThread } from "./index/packing.ts";

export type Plan =
  | { kind: "nothing" }
  | { kind: "segments"; segments: number[] }
  | {
      kind: "base";
      /** 0: the bucket starts empty and there is no file. */
      base: number;
      segments: number[];
    };

/** With more segments than this, one base file is cheaper. */
const MANY_SEGMENTS = 40;

/**
 * Returns the files that bring one bucket to its head. `hasLostSegments`: an expected segment was missing, so only a base
 * helps.
 */
export function planFor(
  entry: ManifestBucket,
  generation: string,
  held: { generation: string; head: number } | undefined,
  hasLostSegments = false,
): Plan {
  const afterBase: Plan = { kind: "base", base: entry.base, segments: range(entry.base + 1, entry.head) };
  if (!held || held.generation !== generation || held.head > entry.head || hasLostSegments) return afterBase;
  if (held.head === entry.head) return { kind: "nothing" };
  if (held.head + 1 < entry.oldest) return afterBase;
  const missing = entry.head - held.head;
  if (missing > MANY_SEGMENTS && entry.head - entry.base < missing) return afterBase;
  return { kind: "segments", segments: range(held.head + 1, entry.head) };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

/** Limits of the device: buckets beyond them are left out, and a search may need the server. */
export type StorageLimits = { rows: number; bytes: number };

/** Bytes per stored card. */
const CARD_BYTES = 380;

/** Whether a bucket belongs to the preferred location, whose aircraft load first. */
export function isNear(entry: { location: string }, preferred: string | null): boolean {
  return Boolean(preferred?.trim()) && isLocationPart(preferred ?? "", entry.location);
}

/** Largest number of cards packed on the page, since starting a worker would take longer. */
const FEW_CARDS = 2_000;
/** Number of cards that counts as many, even in small buckets. */
const MANY_CARDS = 20_000;

/** Chooses the thread that packs a bucket; `totalCards` counts the cards of all buckets in this load. */
export function threadFor(
  entry: { location: string; rows: number },
  preferred: string | null,
  totalCards: number,
): PackThread {
  const isLarge = entry.rows > FEW_CARDS || totalCards > MANY_CARDS;
  return isLarge && !isNear(entry, preferred) ? "worker" : "page";
}

/** Returns the buckets to hold, the preferred location first, up to the limits; at least one. */
export function wantedBuckets(manifest: Manifest, preferred: string | null, limits: StorageLimits): ManifestBucket[] {
  const near = manifest.buckets.filter((entry) => isNear(entry, preferred));
  const far = manifest.buckets.filter((entry) => !isNear(entry, preferred));
  const most = Math.min(limits.rows, limits.bytes / CARD_BYTES);
  let rows = 0;
  return [...near, ...far].filter((entry, at) => {
    if (at > 0 && rows + entry.rows > most) return false;
    rows += entry.rows;
    return true;
  });
}
