// What a list shows, out of whatever is at hand: the loaded catalogue, the page's data block, or the kept first view.
import {
  compareAircraft,
  defaultPriceRange,
  matchesFilter,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import type { CatalogueSource } from "./catalogue-source.ts";
import { newestStoredView, unfilteredKey, storedView, parseViewKey, type FirstView } from "./first-view.ts";

/** All cards of a list in their order, read in parts: an array is one, and so is a list that makes its cards when asked. */
export type CardList = {
  readonly length: number;
  slice(from?: number, to?: number): AircraftCard[];
  /** Those whose id is wanted, in the same order, where that is possible without making every card. */
  withIds?(ids: ReadonlySet<string>): CardList;
};

export type CatalogueView = {
  /** `loading` only while nothing at all can be said about this list. */
  state: "loading" | "ready";
  /** All that match, in order. Read with `slice`; the same card is the same object until it changes. */
  cards: CardList;
  /** How many aircraft match, also where `cards` does not hold them all yet. */
  total: number;
  /** The device holds only a part of what may match, or nothing yet: the server is to be asked. */
  isPartial: boolean;
  /** ISO time at which the server last confirmed this; null before the first answer. */
  asOf: string | null;
  /** Every place the device knows, in alphabetical order, whatever the filter. */
  locations: readonly string[];
  /** Aircraft of each type, regardless of the filter; null until all aircraft are known. */
  typeCounts: Record<AircraftType, number> | null;
  /** Whole dollars per hour over all aircraft, regardless of the filter; null until all aircraft are known. */
  priceRange: { min: number; max: number } | null;
};

const nothing: CatalogueView = {
  state: "loading",
  cards: [],
  total: 0,
  isPartial: false,
  asOf: null,
  locations: [],
  typeCounts: null,
  priceRange: null,
};

/** The view of a list. `home` is the data that came with the page, if it was home's. */
export function viewOf(key: string, source: CatalogueSource, home: FirstView | null): CatalogueView {
  const { catalogue, hasAsked } = source;
  // What came with the page is newer than what the device keeps, until the server was asked again. And the first time
  // buckets come one by one: until the last, a list on the screen stays as it is.
  const isBetter = hasAsked || (home === null && catalogue?.isWhole());
  const loaded = catalogue && isBetter ? loadedView(key, catalogue, home) : null;
  if (loaded) return loaded;
  const first = firstView(key, source, home);
  return first.state === "loading" && catalogue ? (loadedView(key, catalogue, home) ?? first) : first;
}

/** Null while the catalogue holds nothing and more may come, and while the device has not read all there is for this list. */
function loadedView(key: string, catalogue: Catalogue, home: FirstView | null): CatalogueView | null {
  const { filter, sort } = parseViewKey(key);
  if (catalogue.isLoading() && !catalogue.covers(filter.location)) return null;
  const summary = catalogue.summary();
  if (summary.rows === 0 && !summary.isWhole) return null;
  const cards = catalogue.search(filter, sort);
  // What is true of all aircraft cannot be counted in a part of them: what was known before is shown, or nothing.
  const isCountable = summary.isWhole && !catalogue.isLoading();
  const before = isCountable ? null : (home ?? newestStoredView());
  const { typeCounts, priceRange } = isCountable ? summary : (before ?? nothing);
  return {
    state: "ready",
    cards,
    total: key === unfilteredKey(sort) ? summary.total : cards.length,
    isPartial: !catalogue.covers(filter.location),
    asOf: summary.asOf,
    locations: before && catalogue.isLoading() ? before.locations : summary.locations,
    typeCounts,
    priceRange: isCountable ? (priceRange ?? defaultPriceRange) : priceRange,
  };
}

function firstView(key: string, source: CatalogueSource, home: FirstView | null): CatalogueView {
  const isBrowser = source.version > 0;
  const { sort } = parseViewKey(key);
  const exact = home && key === unfilteredKey("newest") ? home : isBrowser ? storedView(key) : null;
  if (exact) return { state: "ready", ...withoutPage(exact) };
  const any = home ?? (isBrowser ? newestStoredView() : null);
  // A returning device reads its store quickly; a new one must fetch code and catalogue first.
  const isPartial = isBrowser && (source.catalogue ? !source.catalogue.isLoading() : home !== null || any === null);
  if (!any) return { ...nothing, isPartial };
  const { cards, total, ...rest } = withoutPage(any);
  // All aircraft there are fit into a first view: it can answer everything.
  if (home && cards.length === total) {
    const { filter } = parseViewKey(key);
    const found = cards.filter((card) => matchesFilter(card, filter)).sort(compareAircraft[sort]);
    return { ...rest, state: "ready", cards: found, total: found.length, isPartial: false };
  }
  return { ...nothing, ...rest, isPartial };
}

function withoutPage({ cards, total, isPartial = false, asOf, locations, typeCounts, priceRange }: FirstView) {
  return { cards, total, isPartial, asOf, locations, typeCounts, priceRange };
}
