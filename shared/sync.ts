// What server and phone say to each other about rows: catalogue files and the data inside a page.
import { z } from "zod";
import { aircraftCard, type Aircraft, type AircraftCard } from "./domain/aircraft.ts";
import type { AircraftType } from "./domain/aircraft-rules.ts";
import type { Owner } from "./domain/accounts.ts";
import type { ReviewCard } from "./domain/reviews.ts";
import { id } from "./kit/fields.ts";

/** One part of the public catalogue. `base: 0` is empty and has no file; segments run from `oldest` to `head`. */
export const manifestBucket = z.object({
  bucket: z.string(),
  location: z.string(),
  base: z.int(),
  head: z.int(),
  oldest: z.int(),
  rows: z.int(),
});
export type ManifestBucket = z.infer<typeof manifestBucket>;

export const manifest = z.object({ generation: z.uuid(), buckets: z.array(manifestBucket) });
export type Manifest = z.infer<typeof manifest>;

/** Full state of a bucket as of segment `n`. */
export const catalogueBase = z.object({ n: z.int(), rows: z.array(aircraftCard) });
export type CatalogueBase = z.infer<typeof catalogueBase>;

/** The difference from segment `n - 1` to `n`. */
export const catalogueSegment = z.object({ n: z.int(), put: z.array(aircraftCard), drop: z.array(id) });
export type CatalogueSegment = z.infer<typeof catalogueSegment>;

/** Cards that travel inside the HTML of home, and that a phone keeps apart to paint before the rest is loaded. */
export const FIRST_CARDS = 24;

/** Data block inside the HTML of a page, as the network serves it; the precached shell has none. */
export type PageData =
  | {
      page: "home";
      /** The newest cards, at most FIRST_CARDS. */
      cards: AircraftCard[];
      total: number;
      priceRange: { min: number; max: number };
      typeCounts: Record<AircraftType, number>;
      locations: string[];
      /** ISO time at which the server knew this. */
      asOf: string;
    }
  | { page: "aircraft"; aircraft: Aircraft; owner: Owner; reviews: ReviewCard[]; asOf: string };
