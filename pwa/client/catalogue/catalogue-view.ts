// What lists get from the catalogue, and what they get before it is loaded.
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import {
  FIRST_CARDS,
  compareAircraft,
  matchesFilter,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { newestStoredView, parseViewKey, storeView, storedView, type FirstView, unfilteredKey } from "./first-view.ts";

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

export const emptyView: CatalogueView = {
  state: "loading",
  cards: [],
  total: 0,
  isPartial: false,
  asOf: null,
  locations: [],
  typeCounts: null,
  priceRange: null,
};

/**
 * The view of a list while the catalogue cannot answer it: from the page's data or a stored view. `isBrowser`: stored
 * views can be read.
 */
export function firstView(
  key: string,
  { isBrowser, catalogue }: { isBrowser: boolean; catalogue: Pick<Catalogue, "isLoading"> | null },
  home: FirstView | null,
): CatalogueView {
  const { sort } = parseViewKey(key);
  const exact = home && key === unfilteredKey("newest") ? home : isBrowser ? storedView(key) : null;
  if (exact) return { state: "ready", ...viewFields(exact) };
  const any = home ?? (isBrowser ? newestStoredView() : null);
  // A returning device reads its store quickly. A new device must first fetch code and catalogue, so the server
  // searches. It goes on while the device reads its empty store, or the list would be gone for that time.
  const isReturning = home === null && any !== null;
  const isPartial = isBrowser && !(isReturning && (catalogue?.isLoading() ?? true));
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

/** The first cards without those of hidden owners; the catalogue leaves them out by itself. */
export function withoutOwners(view: CatalogueView, owners: ReadonlySet<string>): CatalogueView {
  if (owners.size === 0 || !Array.isArray(view.cards)) return view;
  const cards = (view.cards as readonly AircraftCard[]).filter(({ ownerId }) => !owners.has(ownerId));
  return { ...view, cards, total: view.total - (view.cards.length - cards.length) };
}

function viewFields({ cards, total, isPartial = false, asOf, locations, typeCounts, priceRange }: FirstView) {
  return { cards, total, isPartial, asOf, locations, typeCounts, priceRange };
}

/** Stores the first cards and their pictures, so the next start paints them at once, also offline. */
export function storeForNextStart(key: string, view: CatalogueView) {
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
