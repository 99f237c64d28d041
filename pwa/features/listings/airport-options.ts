// What the field Home airport offers for a typed text.
import { mainAirportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { searchAirfields, type AirfieldIndex } from "../../../shared/domain/airfields/search.ts";

export type AirportOption = { airport: HomeAirport; place: string; elevation: number | null };

const MOST_AIRPORTS = 8;

/** Airfields that the text finds; without a text the main airport of the location. */
export function airportOptions(typed: string, location: string, index: AirfieldIndex | null): AirportOption[] {
  if (typed.trim() === "") {
    const main = mainAirportOf(location);
    if (!main) return [];
    const { elevationFt, ...airport } = main;
    return [{ airport, place: location, elevation: Math.round(elevationFt) }];
  }
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
