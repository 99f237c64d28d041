// The device catalogue's interface and dependencies. Plain data both ways, so that it could run in a worker.
import type { AircraftFilter, AircraftSort, AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CatalogueSegment } from "../../../shared/sync.ts";
import type { CatalogueStore } from "../store/catalogue-store.ts";
import type { StorageTrouble } from "../store/storage-trouble.ts";
import type { FetchPort } from "./files.ts";
import type { Packing } from "./index/packing.ts";
import type { Pause } from "./pause.ts";
import type { StorageLimits } from "./plan.ts";
import type { FoundCards } from "./index/search.ts";

export type CataloguePorts = {
  fetch: FetchPort;
  store: CatalogueStore;
  /** Milliseconds since 1970; only for «as of», never for order. */
  now: () => number;
  pause: Pause;
  packing: Packing;
  limits: StorageLimits;
};

/** Properties of the whole catalogue, regardless of the filter. */
export type CatalogueSummary = {
  /** Aircraft held here. */
  rows: number;
  /** Known number of aircraft; more than `rows` while some are not held. */
  total: number;
  /** Whether every aircraft is held here, so that a search needs no server. */
  isWhole: boolean;
  /** ISO time at which the server last confirmed all of it; null before the first time. */
  asOf: string | null;
  locations: readonly string[];
  typeCounts: Record<AircraftType, number>;
  priceRange: { min: number; max: number } | null;
  storageTrouble: StorageTrouble | null;
};

/** `incomplete`: some files could not be loaded this time; earlier data remains. */
export type Refreshed = "changed" | "unchanged" | "incomplete";

/** A bucket's new head, with its segment when available. */
export type BucketUpdate = { bucket: string; head: number; segment?: CatalogueSegment };

/**
 * Every answer comes from one consistent state. With many aircraft a new state is built in slices; then the listeners
 * are called.
 */
export type Catalogue = {
  /** Resolves when the stored catalogue is in memory. Never rejects. */
  loaded: Promise<void>;
  /** Whether more stored data is about to load. */
  isLoading(): boolean;
  search(filter: AircraftFilter, sort: AircraftSort): FoundCards;
  summary(): CatalogueSummary;
  /** Whether every aircraft is held here; cheaper than a summary, for frequent calls. */
  isWhole(): boolean;
  /** Whether all aircraft of locations that contain this text are held here; without text, of all locations. */
  covers(place?: string): boolean;
  /** Calls back after every change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Refreshes everything from the server. Never throws; calls during a refresh share the next one. */
  refresh(): Promise<Refreshed>;
  /** The card of one aircraft, if held here. */
  find(id: string): AircraftCard | null;
  /** Names of the buckets held here. */
  buckets(): readonly string[];
  /** Applies a change that the server pushed. False when it does not follow the held state and a refresh is needed. */
  applySegment(news: BucketUpdate): Promise<boolean>;
  /** Leaves out the aircraft of these owners from every answer, until the next call. */
  hide(owners: ReadonlySet<string>): void;
  /** Sets the location whose aircraft load first. */
  prefer(location: string | null): void;
};
