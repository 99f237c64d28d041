// Wire format of sync: the exchange, the live line, catalogue files, page data.
import { z } from "zod";
import { aircraftCard, type AircraftCard, type ListedAircraft } from "./domain/aircraft.ts";
import type { Airfield } from "./domain/airfields.ts";
import type { AircraftType } from "./domain/aircraft-rules.ts";
import type { Owner } from "./domain/accounts.ts";
import type { ReviewCard } from "./domain/reviews.ts";
import type { SiteAbout, SiteText } from "./domain/site.ts";
import type { PictureInfo } from "./domain/uploads.ts";
import { id } from "./kit/fields.ts";
import type { FramedPage, TextName } from "./pages.ts";
import { MAX_COMMANDS } from "./sync-limits.ts";

export { MAX_COMMANDS, MAX_EXCHANGE_BYTES, OLDEST_SCHEMA, PAGE_KEYS, SCHEMA } from "./sync-limits.ts";

/** A bucket in the manifest. Base 0 is empty and has no file; segments run from `oldest` to `head`. */
export const manifestBucket = z.object({
  bucket: z.string(),
  location: z.string(),
  base: z.int(),
  head: z.int(),
  oldest: z.int(),
  rows: z.int(),
});
export type ManifestBucket = z.infer<typeof manifestBucket>;

export const manifest = z.object({
  generation: z.uuid(),
  buckets: z.array(manifestBucket),
});
export type Manifest = z.infer<typeof manifest>;

/** The full state of a bucket at segment `n`. */
export const catalogueBase = z.object({
  n: z.int(),
  rows: z.array(aircraftCard),
});
export type CatalogueBase = Omit<z.infer<typeof catalogueBase>, "rows"> & { rows: AircraftCard[] };

/** The difference from segment `n - 1` to `n`. */
export const catalogueSegment = z.object({
  n: z.int(),
  put: z.array(aircraftCard),
  drop: z.array(id),
});
export type CatalogueSegment = Omit<z.infer<typeof catalogueSegment>, "put"> & { put: AircraftCard[] };

/** Data in the HTML of a page from the network; the precached shell has none. */
export type PageData = FirstScreen & {
  /** For the footer. */
  about?: SiteAbout;
};

type FirstScreen =
  | {
      page: "home";
      /** The newest cards, at most FIRST_CARDS. */
      cards: AircraftCard[];
      total: number;
      priceRange: { min: number; max: number };
      typeCounts: Record<AircraftType, number>;
      locations: string[];
      /** ISO time at which the server read this. */
      asOf: string;
    }
  | {
      page: "aircraft";
      aircraft: ListedAircraft;
      owner: Owner;
      /** As in the result of `aircraft.withOwner`. */
      pictures?: PictureInfo[] | undefined;
      airfield?: Airfield | undefined;
      reviews: ReviewCard[];
      asOf: string;
    }
  | { page: "text"; name: TextName; text: SiteText }
  | { page: "frame"; path: FramedPage };

/** A command in an exchange. `lane` is for people who read traces; the server computes it again. */
export const sentCommand = z.object({
  // Case-sensitive: the device finds the outcome by this id.
  id: z.uuid(),
  name: z.string().max(100),
  lane: z.string().max(200).optional(),
  input: z.unknown(),
  /** Edits only: the revision and the values that the screen showed. */
  base: z.object({ rev: z.int(), values: z.record(z.string(), z.unknown()) }).optional(),
});
export type SentCommand = z.infer<typeof sentCommand>;

export const exchangeRequest = z.object({
  clientId: id,
  userId: id,
  schema: z.int(),
  cursor: z.string().nullable(),
  commands: z.array(sentCommand).max(MAX_COMMANDS),
});
export type ExchangeRequest = z.infer<typeof exchangeRequest>;

/** Result of a command. `retry` is no outcome: the server stored nothing, and the device sends the command again. */
export const outcome = z.object({
  id: z.uuid(),
  status: z.enum(["applied", "refused", "retry"]),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Field → sentence; for `conflict`, field → `{ base, theirs, yours }`. */
  fields: z.record(z.string(), z.unknown()).optional(),
  result: z.unknown().optional(),
  retryAfterMs: z.int().optional(),
});
export type Outcome = z.infer<typeof outcome>;

const rowsByEntity = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const keysByEntity = z.record(z.string(), z.array(z.string()));

/** Rows to put and keys to drop between two cursors; the same in an exchange and on the live line. */
export const batch = z.object({
  from: z.string().nullable(),
  to: z.string(),
  rows: rowsByEntity,
  drops: keysByEntity,
});
export type Batch = z.infer<typeof batch>;

export const exchangeAnswer = batch.extend({
  outcomes: z.array(outcome),
  reset: z.literal(true).optional(),
  more: z.literal(true).optional(),
  serverTime: z.iso.datetime(),
});
export type ExchangeAnswer = z.infer<typeof exchangeAnswer>;

/** Frames from the device on the live line. */
export const phoneFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    clientId: id,
    userId: id,
    schema: z.int(),
    cursor: z.string().nullable(),
    buckets: z.array(z.string().max(80)).max(1000),
    visible: z.boolean(),
  }),
  z.object({ type: z.literal("seen"), ids: z.array(id).max(500) }),
  z.object({ type: z.literal("beat") }),
]);
export type PhoneFrame = z.infer<typeof phoneFrame>;

/** Frames from the server on the live line. */
export type ServerFrame =
  | ({ type: "batch" } & Batch)
  | { type: "behind" }
  | { type: "bucket"; bucket: string; head: number; segment?: CatalogueSegment }
  | { type: "beat" }
  | { type: "bye"; code: number; retryAfterMs: number };
