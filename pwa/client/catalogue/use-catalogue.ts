// Provides aircraft for lists from this device's catalogue, or from the first view until the catalogue is loaded.
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { FIRST_CARDS, type AircraftFilter, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import { catalogueSource, preferLocation, startCatalogue, unopenedSource, watchCatalogue } from "./catalogue-source.ts";
import { viewOf, type CatalogueView } from "./catalogue-view.ts";
import { whenQuiet } from "../sync/device.ts";
import { usePageData } from "../api/page-data.ts";
import { storeView, viewKey } from "./first-view.ts";

/** The view of a list. Also opens the catalogue, loads the location of the filter first, and stores the view for the next start. */
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
