// The airfields that have aircraft, from the cards of this device. A search near a field sorts fields instead of aircraft.
import { nauticalMiles, type Position } from "../../../shared/domain/airfields/distance.ts";
import { airportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import type { CardList } from "../catalogue/catalogue-view.ts";
import { inSlices } from "./slices.ts";

/** An airfield and its aircraft, as indexes into the list of cards. */
export type Field = {
  airport: HomeAirport;
  rows: number[];
  /** Lowest price of its aircraft in whole dollars per hour. */
  lowestRate: number;
};

export type ByField = { fields: Field[]; /** Aircraft of each location. */ countOf: ReadonlyMap<string, number> };

/** Cards read between two pauses. */
const STEP = 250;

/** All airfields of a list's cards; aircraft without a known airfield are left out. Leaves the screen responsive. */
export function groupByField(cards: CardList): Promise<ByField> {
  return inSlices(groupSteps(cards));
}

function* groupSteps(cards: CardList): Generator<undefined, ByField> {
  const countOf = new Map<string, number>();
  const fields = new Map<string, Field>();
  for (let start = 0; start < cards.length; start += STEP) {
    for (const [nth, plane] of cards.slice(start, start + STEP).entries()) {
      countOf.set(plane.location, (countOf.get(plane.location) ?? 0) + 1);
      const airport = airportOf(plane);
      if (!airport) continue;
      const field = fields.get(airport.id) ?? { airport, rows: [], lowestRate: Infinity };
      fields.set(airport.id, field);
      field.rows.push(start + nth);
      field.lowestRate = Math.min(field.lowestRate, plane.hourlyRate);
    }
    yield;
  }
  return { fields: [...fields.values()], countOf };
}

export type FieldAway = Field & { miles: number };

/** The fields within a distance, the nearest first. */
export function nearestFields(fields: readonly Field[], from: Position, within = Infinity): FieldAway[] {
  return fields
    .map((field) => ({ ...field, miles: nauticalMiles(from, field.airport) }))
    .filter(({ miles }) => miles <= within)
    .sort((a, b) => a.miles - b.miles);
}

export function aircraftAt(fields: readonly Field[]): number {
  return fields.reduce((count, { rows }) => count + rows.length, 0);
}
