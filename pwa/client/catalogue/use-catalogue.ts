// Provides aircraft for lists: from the loaded catalogue, the page's data or the stored first view.
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import {
  FIRST_CARDS,
  compareAircraft,
  defaultPriceRange,
  matchesFilter,
  type AircraftFilter,
  type AircraftSort,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { whenQuiet } from "../sync/device.ts";
import { usePageData } from "../api/page-data.ts";
import {
  catalogueSource,
  preferLocation,
  startCatalogue,
  unopenedSource,
  watchCatalogue,
  type CatalogueSource,
} from "./catalogue-source.ts";
import {
  newestStoredView,
  parseViewKey,
  storeView,
  storedView,
  type FirstView,
  unfilteredKey,
  viewKey,
} from "./first-view.ts";

export function useCatalogue(filter: AircraftFilter, sort: AircraftSort): CatalogueView {
  const data = usePageData();
  const home = data?.page === "home" ? data : null;
  const source = useSyncExternalStore(watchCatalogue, catalogueSource, unopenedSource);
  const key = viewKey(filter, sort);
  const view = useMemo(() => viewOf(key, source, home), [key, source, home]);

  const isEmpty = view.state === "loading";
  useEffect(() => startCatalogue(isEmpty), [isEmpty]);
  const location = filter.location ?? null;
  useEffect(() => preferLocation(location), [location]);
  useEffect(() => {
    if (view.state === "ready") return whenQuiet(() => storeForNextStart(key, view), 2_000);
  }, [key, view]);
  return view;
}

/** Stores the first cards and their pictures, so the next start paints them at once, also offline. */
function storeForNextStart(key: string, view: CatalogueView) {
  const { cards, total, isPartial, asOf, locations, typeCounts, priceRange } = view;
  if (!asOf) return;
  const storedCards = storeView(key, {
    cards: cards.slice(0, FIRST_CARDS),
    total,
    isPartial,
    asOf,
    locations: [...locations],
    typeCounts,
    priceRange,
  });
  import("../pictures/offline-pictures.ts").then(
    ({ storeOfflinePictures }) => storeOfflinePictures(storedCards.map((card) => card.imageUrl)),
    // The code is not on this device yet and cannot be fetched. The next view stores its pictures.
    () => undefined,
  );
}

/**
 * All cards of a list in order, read in parts. An array is a card list, and so is a list that creates its cards on
 * demand.
 */
export type CardList = {
  readonly length: number;
  slice(from?: number, to?: number): AircraftCard[];
  /** The cards with these ids, in the same order. Optional, for lists that find them without creating every card. */
  withIds?(ids: ReadonlySet<string>): CardList;
};

export type CatalogueView = {
  /** `loading` only while nothing at all is known about this list. */
  state: "loading" | "ready";
  /** All matches in order. Read with `slice`; the same card is the same object until it changes. */
  cards: CardList;
  /** How many aircraft match, even when `cards` does not contain them all yet. */
  total: number;
  /** The device holds only some of the possible matches, or none yet, so the server must search too. */
  isPartial: boolean;
  /** ISO time at which the server last confirmed this; null before the first response. */
  asOf: string | null;
  /** Every location the device knows, in alphabetical order, for every filter. */
  locations: readonly string[];
  /** Aircraft of each type, regardless of the filter; null until all aircraft are known. */
  typeCounts: Record<AircraftType, number> | null;
  /** Whole dollars per hour over all aircraft, regardless of the filter; null until all aircraft are known. */
  priceRange: { min: number; max: number } | null;
};

const emptyView: CatalogueView = {
  state: "loading",
  cards: [],
  total: 0,
  isPartial: false,
  asOf: null,
  locations: [],
  typeCounts: null,
  priceRange: null,
};

/** The view of a list. `home` is Home's data from the HTML document; null on other pages. */
export function viewOf(key: string, source: CatalogueSource, home: FirstView | null): CatalogueView {
  const { catalogue, hasRefreshed } = source;
  // The page's data is newer than the stored catalogue until the first refresh. On the first visit buckets arrive one
  // by one; the list does not change until the last one.
  const isCataloguePreferred = hasRefreshed || (home === null && catalogue?.isWhole());
  const loaded = catalogue && isCataloguePreferred ? loadedView(key, catalogue, home) : null;
  if (loaded) return loaded;
  const first = firstView(key, source, home);
  return first.state === "loading" && catalogue ? (loadedView(key, catalogue, home) ?? first) : first;
}

/** Null while the catalogue is empty and still loading, and while it has not read all buckets for this list. */
function loadedView(key: string, catalogue: Catalogue, home: FirstView | null): CatalogueView | null {
  const { filter, sort } = parseViewKey(key);
  if (catalogue.isLoading() && !catalogue.covers(filter.location)) return null;
  const summary = catalogue.summary();
  if (summary.rows === 0 && !summary.isWhole) return null;
  const cards = catalogue.search(filter, sort);
  // Counts over all aircraft need the whole catalogue. Until then the earlier counts are shown, or none.
  const isCountable = summary.isWhole && !catalogue.isLoading();
  const before = isCountable ? null : (home ?? newestStoredView());
  const { typeCounts, priceRange } = isCountable ? summary : (before ?? emptyView);
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
  if (exact) return { state: "ready", ...viewFields(exact) };
  const any = home ?? (isBrowser ? newestStoredView() : null);
  // A returning device reads its store quickly. A new device must first fetch code and catalogue, so the server
  // searches.
  const isPartial = isBrowser && (source.catalogue ? !source.catalogue.isLoading() : home !== null || any === null);
  if (!any) return { ...emptyView, isPartial };
  const { cards, total, ...rest } = viewFields(any);
  // The first view contains all aircraft, so it can answer every filter.
  if (home && cards.length === total) {
    const { filter } = parseViewKey(key);
    const found = cards.filter((card) => matchesFilter(card, filter)).sort(compareAircraft[sort]);
    return { ...rest, state: "ready", cards: found, total: found.length, isPartial: false };
  }
  return { ...emptyView, ...rest, isPartial };
}

function viewFields({ cards, total, isPartial = false, asOf, locations, typeCounts, priceRange }: FirstView) {
  return { cards, total, isPartial, asOf, locations, typeCounts, priceRange };
}
