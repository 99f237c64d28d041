// Aircraft for lists: from the catalogue this device keeps, or from the first view until that is loaded.
import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  FIRST_CARDS,
  type AircraftFilter,
  type AircraftSort,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { catalogueSource, preferPlace, startCatalogue, unopenedSource, watchCatalogue } from "./catalogue-source.ts";
import { viewOf } from "./catalogue-view.ts";
import { whenQuiet } from "../sync/device.ts";
import { keepView, usePageData, viewKey } from "./first-view.ts";
import { keepPictures } from "../pictures/offline-pictures.ts";

/** All cards of a list in their order, read in parts: an array is one, and so is a list that makes its cards when asked. */
export interface CardList {
  readonly length: number;
  slice(from?: number, to?: number): AircraftCard[];
  /** Those whose id is wanted, in the same order, where that is possible without making every card. */
  withIds?(ids: ReadonlySet<string>): CardList;
}

export interface CatalogueView {
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
  /** Aircraft of each type, whatever the filter; null while nobody has counted all aircraft. */
  typeCounts: Record<AircraftType, number> | null;
  /** Whole dollars per hour over all aircraft, whatever the filter; null while nobody has looked at all aircraft. */
  priceRange: { min: number; max: number } | null;
}

export function useCatalogue(filter: AircraftFilter, sort: AircraftSort): CatalogueView {
  const data = usePageData();
  const home = data?.page === "home" ? data : null;
  const source = useSyncExternalStore(watchCatalogue, catalogueSource, unopenedSource);
  const key = viewKey(filter, sort);
  const view = useMemo(() => viewOf(key, source, home), [key, source, home]);

  const isEmpty = view.state === "loading";
  useEffect(() => startCatalogue(isEmpty), [isEmpty]);
  const location = filter.location ?? null;
  useEffect(() => preferPlace(location), [location]);
  useEffect(() => {
    if (view.state === "ready") return whenQuiet(() => keepForNextStart(key, view), 2_000);
  }, [key, view]);
  return view;
}

/** The first cards with their pictures: the next start paints them at once, also without a network. */
function keepForNextStart(key: string, view: CatalogueView) {
  const { cards, total, isPartial, asOf, locations, typeCounts, priceRange } = view;
  if (!asOf) return;
  const kept = keepView(key, {
    cards: cards.slice(0, FIRST_CARDS),
    total,
    isPartial,
    asOf,
    locations: [...locations],
    typeCounts,
    priceRange,
  });
  keepPictures(kept.map((card) => card.imageUrl));
}
