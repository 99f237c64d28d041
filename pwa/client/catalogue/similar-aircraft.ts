// Similar aircraft from the catalogue on this device, so that they also show without a network.
import { useEffect, useMemo } from "react";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import {
  MOST_SIMILAR,
  placesFrom,
  rankSimilar,
  similarRates,
  type Rentable,
} from "../../../shared/domain/hours/similar.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { startCatalogue, useCatalogueSource } from "./catalogue-source.ts";

/** Up to three: the nearest place first, then the same type, then the rate. Empty until the catalogue is open. */
export function useSimilarAircraft({ id, location, type, hourlyRate }: Rentable): readonly AircraftCard[] {
  const { catalogue, version } = useCatalogueSource();
  useEffect(() => startCatalogue(false), []);
  return useMemo(
    () => (catalogue && version > 0 ? similarIn(catalogue, { id, location, type, hourlyRate }) : []),
    [catalogue, version, id, location, type, hourlyRate],
  );
}

/** Reads place after place, so that a large catalogue is not ranked as a whole. */
function similarIn(catalogue: Catalogue, wanted: Omit<Rentable, "minHours">): AircraftCard[] {
  const [minPrice, maxPrice] = similarRates(wanted.hourlyRate);
  const found: AircraftCard[] = [];
  for (const location of placesFrom(wanted.location)) {
    const cards = catalogue.search({ location, minPrice, maxPrice }, "newest");
    found.push(...cards.slice(0, cards.length).filter(({ id }) => id !== wanted.id));
    if (found.length >= MOST_SIMILAR) break;
  }
  return rankSimilar({ ...wanted, minHours: 1, hours: Number.MAX_SAFE_INTEGER }, found, () => true);
}
