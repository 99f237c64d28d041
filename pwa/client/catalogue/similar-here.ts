// Similar aircraft from the catalogue on this device, for a pilot who did not get the hours.
import { useEffect, useMemo } from "react";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import {
  mayBeFree,
  MOST_SIMILAR,
  placesFrom,
  rankSimilar,
  similarRates,
} from "../../../shared/domain/hours/similar.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { startCatalogue, useCatalogueSource } from "./catalogue-source.ts";

/** The hours that the pilot asked for. */
export type LostHours = { aircraftId: string; pilotId: string; startDate: string; endsAt: string; hours: number };

/** `asOf`: ISO time at which the server last confirmed the catalogue. */
export type SimilarHere = { cards: readonly AircraftCard[]; asOf: string };

/** Null while it is not needed, and where the catalogue lacks the aircraft itself. */
export function useSimilarHere(lost: LostHours, isNeeded: boolean): SimilarHere | null {
  const source = useCatalogueSource();
  useEffect(() => {
    if (isNeeded) startCatalogue(true);
  }, [isNeeded]);
  const { aircraftId, pilotId, startDate, endsAt, hours } = lost;
  return useMemo(() => {
    const { catalogue } = source;
    if (!isNeeded || !catalogue) return null;
    const { asOf } = catalogue.summary();
    const cards = similarHere(catalogue, { aircraftId, pilotId, startDate, endsAt, hours }, Date.now());
    return asOf === null || cards === null ? null : { cards, asOf };
  }, [isNeeded, source, aircraftId, pilotId, startDate, endsAt, hours]);
}

/** Up to three cards whose days leave room for the hours, none of the pilot's own. Reads place by place, the nearest first. */
function similarHere(catalogue: Catalogue, lost: LostHours, now: number): AircraftCard[] | null {
  const plane = catalogue.find(lost.aircraftId);
  if (!plane) return null;
  const [minPrice, maxPrice] = similarRates(plane.hourlyRate);
  const span = { from: Date.parse(lost.startDate), to: Date.parse(lost.endsAt) };
  const isFree = (card: AircraftCard) => card.ownerId !== lost.pilotId && mayBeFree(card, span, now);
  const found: AircraftCard[] = [];
  for (const location of placesFrom(plane.location)) {
    if (found.length >= MOST_SIMILAR) break;
    const cards = catalogue.search({ location, minPrice, maxPrice }, "price-asc").slice();
    found.push(...rankSimilar({ ...plane, hours: lost.hours }, cards, isFree));
  }
  return found.slice(0, MOST_SIMILAR);
}
