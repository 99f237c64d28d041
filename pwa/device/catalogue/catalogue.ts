// What the catalogue on a device offers, and what it needs from the world. Plain data both ways: it could live in a worker.
import type { AircraftFilter, AircraftSort, AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CatalogueSegment } from "../../../shared/sync.ts";
import type { CatalogueStore } from "../store/catalogue-store.ts";
import type { StorageTrouble } from "../store/storage-trouble.ts";
import type { FetchPort } from "./files.ts";
import type { Packing } from "./index/packing.ts";
import type { Pause } from "./pause.ts";
import type { Room } from "./plan.ts";
import type { FoundCards } from "./index/search.ts";

export type CataloguePorts = {
  fetch: FetchPort;
  store: CatalogueStore;
  /** Milliseconds since 1970; only for «as of», never for order. */
  now: () => number;
  pause: Pause;
  packing: Packing;
  room: Room;
};

/** What is true of the catalogue as a whole, whatever the filter. */
export type CatalogueSummary = {
  /** Aircraft held here. */
  rows: number;
  /** Aircraft there are as far as known; more than `rows` while some are not held. */
  total: number;
  /** Whether every aircraft is held here, so that a search needs nobody else. */
  isWhole: boolean;
  /** ISO time at which the server last confirmed all of it; null before the first time. */
  asOf: string | null;
  locations: readonly string[];
  typeCounts: Record<AircraftType, number>;
  priceRange: { min: number; max: number } | null;
  storageTrouble: StorageTrouble | null;
};

/** `incomplete`: some of it could not be had this time; what was there before still is. */
export type Refreshed = "changed" | "unchanged" | "incomplete";

/** A bucket is at `head` now; the segment that brought it there, when it is at hand. */
export type BucketNews = { bucket: string; head: number; segment?: CatalogueSegment };

/** Answers are of one whole state. With many aircraft the newest state is made in slices, and listeners hear when it is there. */
export type Catalogue = {
  /** Resolves when what is kept on the device is held here. Never rejects. */
  loaded: Promise<void>;
  /** Whether more is about to come from the device itself. */
  isLoading(): boolean;
  search(filter: AircraftFilter, sort: AircraftSort): FoundCards;
  summary(): CatalogueSummary;
  /** Whether every aircraft is held here; asked often, so cheaper than a summary. */
  isWhole(): boolean;
  /** Whether all aircraft are held here whose place holds these words; of all places without words. */
  covers(place?: string): boolean;
  /** Calls back after every change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Brings everything up to what the server has now. Never throws; calls during one share the one after it. */
  refresh(): Promise<Refreshed>;
  /** The card of one aircraft, if it is held here. */
  find(id: string): AircraftCard | null;
  /** Names of the buckets held here. */
  buckets(): readonly string[];
  /** Takes in news that came by itself. False when they do not follow what is held: then a refresh is needed. */
  applySegment(news: BucketNews): Promise<boolean>;
  /** The place whose aircraft come first. */
  prefer(location: string | null): void;
};
