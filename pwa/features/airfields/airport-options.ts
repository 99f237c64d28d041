// What a field for an airfield offers for a typed text.
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { searchAirfields, type AirfieldIndex } from "../../../shared/domain/airfields/search.ts";

export type AirportOption = { airport: HomeAirport; place: string; elevation: number | null };

/** The airfield that an empty field means. `title` is the heading of its group in the list. */
export type UsualAirport = AirportOption & { title: string };

const MOST_AIRPORTS = 8;

/** Airfields that the text finds; without a text the usual one. */
export function airportOptions(
  typed: string,
  usual: UsualAirport | null,
  index: AirfieldIndex | null,
): readonly AirportOption[] {
  if (typed.trim() === "") return usual ? [usual] : [];
  if (!index) return [];
  return searchAirfields(index, typed, MOST_AIRPORTS).map(({ row, place }) => ({
    airport: airportAt(index, row),
    place,
    elevation: index.elevation[row] ?? null,
  }));
}

/** An airfield of the index as a listing carries it. */
export function airportAt(index: AirfieldIndex, row: number): HomeAirport {
  return {
    id: index.ids[row]!,
    name: index.names[row]!,
    latitude: index.latitudes[row]!,
    longitude: index.longitudes[row]!,
    zone: index.zones[index.zone[row]!]!,
  };
}
