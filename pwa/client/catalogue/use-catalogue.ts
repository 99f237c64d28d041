// Gives lists the aircraft of the page's catalogue.
import { useEffect, useMemo } from "react";
import { defaultPriceRange, type AircraftFilter, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { usePageData } from "../api/page-data.ts";
import { useHiddenOwners } from "../safety/hidden-owners.ts";
import { whenQuiet } from "../sync/device.ts";
import { preferLocation, startCatalogue, useCatalogueSource, type CatalogueSource } from "./catalogue-source.ts";
import { emptyView, firstView, storeForNextStart, withoutOwners, type CatalogueView } from "./catalogue-view.ts";
import { newestStoredView, parseViewKey, type FirstView, unfilteredKey, viewKey } from "./first-view.ts";

/** The aircraft that match a filter, in order; opens the catalogue when it is needed. */
export function useCatalogue(filter: AircraftFilter, sort: AircraftSort): CatalogueView {
  const data = usePageData();
  const home = data?.page === "home" ? data : null;
  const source = useCatalogueSource();
  const key = viewKey(filter, sort);
  const hidden = useHiddenOwners();
  const view = useMemo(() => withoutOwners(viewOf(key, source, home), hidden), [key, source, home, hidden]);

  const isEmpty = view.state === "loading";
  useEffect(() => startCatalogue(isEmpty), [isEmpty]);
  const location = filter.location ?? null;
  useEffect(() => preferLocation(location), [location]);
  useEffect(() => {
    if (view.state === "ready") return whenQuiet(() => storeForNextStart(key, view), 2_000);
  }, [key, view]);
  return view;
}

/** The view of a list. `home` is Home's data from the HTML document; null on other pages. */
function viewOf(key: string, source: CatalogueSource, home: FirstView | null): CatalogueView {
  const { catalogue, hasRefreshed } = source;
  // The page's data is newer than the stored catalogue until the first refresh. On the first visit buckets arrive one
  // by one; the list does not change until the last one.
  const isCataloguePreferred = hasRefreshed || (home === null && catalogue?.isWhole());
  const loaded = catalogue && isCataloguePreferred ? loadedView(key, catalogue, home) : null;
  if (loaded) return loaded;
  const first = firstView(key, { isBrowser: source.version > 0, catalogue }, home);
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
