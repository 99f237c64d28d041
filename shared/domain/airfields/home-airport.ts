// The airport of an aircraft: the one that its owner chose, else the main airport of its location.
import { locations, locationZones, type Location } from "../locations.ts";
import type { Position } from "./distance.ts";

/** An airfield as aircraft and their cards carry it, so that a device needs no index for it. */
export type HomeAirport = Position & {
  /** ICAO identifier, else the FAA's. */
  id: string;
  name: string;
  /** IANA time zone. */
  zone: string;
};

export type MainAirport = HomeAirport & { elevationFt: number };

/**
 * Main airports of the locations; a location that is added to `locations.ts` needs one. A test compares them with the FAA's data.
 * Positions are thousandths of a degree, as in the index.
 */
const facts: Record<Location, Omit<MainAirport, "zone">> = {
  "Atlanta GA": { id: "KPDK", name: "Dekalb-Peachtree", latitude: 33.876, longitude: -84.302, elevationFt: 998.4 },
  "Austin TX": { id: "KEDC", name: "Austin Executive", latitude: 30.397, longitude: -97.566, elevationFt: 620 },
  "Chicago IL": { id: "KPWK", name: "Chicago Executive", latitude: 42.115, longitude: -87.902, elevationFt: 644.9 },
  "Dallas TX": { id: "KADS", name: "Addison", latitude: 32.969, longitude: -96.836, elevationFt: 644.2 },
  "Denver CO": { id: "KAPA", name: "Centennial", latitude: 39.57, longitude: -104.849, elevationFt: 5884.9 },
  "Los Angeles CA": { id: "KVNY", name: "Van Nuys", latitude: 34.21, longitude: -118.49, elevationFt: 802.1 },
  "Miami FL": { id: "KTMB", name: "Miami Executive", latitude: 25.648, longitude: -80.433, elevationFt: 10 },
  "Phoenix AZ": { id: "KDVT", name: "Phoenix Deer Valley", latitude: 33.688, longitude: -112.083, elevationFt: 1478.1 },
  "San Diego CA": {
    id: "KMYF",
    name: "Montgomery-Gibbs Executive",
    latitude: 32.816,
    longitude: -117.14,
    elevationFt: 427.3,
  },
  "San Francisco CA": { id: "KSQL", name: "San Carlos", latitude: 37.512, longitude: -122.25, elevationFt: 5.5 },
  "Seattle WA": {
    id: "KBFI",
    name: "Boeing Field/King County International",
    latitude: 47.53,
    longitude: -122.302,
    elevationFt: 21.6,
  },
};

export const mainAirports = Object.fromEntries(
  locations.map((location) => [location, { ...facts[location], zone: locationZones[location] }]),
) as Record<Location, MainAirport>;

/** Null for an unknown location. */
export function mainAirportOf(location: string): MainAirport | null {
  return mainAirports[location as Location] ?? null;
}

/** `KMYF, Montgomery-Gibbs Executive` */
export function airportText({ id, name }: Pick<HomeAirport, "id" | "name">): string {
  return `${id}, ${name}`;
}

/** The airport of an aircraft or a card. Null only where its location is unknown. */
export function airportOf(plane: { location: string; airport?: HomeAirport | null | undefined }): HomeAirport | null {
  return plane.airport ?? mainAirportOf(plane.location);
}
