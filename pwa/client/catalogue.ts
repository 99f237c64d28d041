// Aircraft for lists: from the catalogue this device keeps, or from the first view until that is loaded.
import type { AircraftFilter, AircraftSort, AircraftType } from "../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { usePageData } from "./first-view.ts";

/** All cards of a list in their order, read in parts: an array is one, and so is a list that makes its cards when asked. */
export interface CardList {
  readonly length: number;
  slice(from?: number, to?: number): AircraftCard[];
}

export interface CatalogueView {
  /** `loading` only while nothing at all can be said about this list. */
  state: "loading" | "ready";
  /** All that match, in order. Read with `slice`; the same card is the same object until it changes. */
  cards: CardList;
  /** How many aircraft match, also where `cards` does not hold them all yet. */
  total: number;
  /** ISO time at which the server last confirmed this; null before the first answer. */
  asOf: string | null;
  /** Every place the device knows, in alphabetical order, whatever the filter. */
  locations: readonly string[];
  /** Aircraft of each type, whatever the filter. */
  typeCounts: Record<AircraftType, number>;
  /** Whole dollars per hour over all aircraft, whatever the filter. */
  priceRange: { min: number; max: number };
}

export function useCatalogue(_filter: AircraftFilter, _sort: AircraftSort): CatalogueView {
  const data = usePageData();
  const home = data?.page === "home" ? data : null;
  return {
    state: home ? "ready" : "loading",
    cards: home?.cards ?? [],
    total: home?.total ?? 0,
    asOf: home?.asOf ?? null,
    locations: home?.locations ?? [],
    typeCounts: home?.typeCounts ?? { "single-engine": 0, "multi-engine": 0, turboprop: 0, jet: 0 },
    priceRange: home?.priceRange ?? { min: 50, max: 1200 },
  };
}
