// The demo's aircraft that are not at the main airport of their location, by name.
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";

const pacific = "America/Los_Angeles";

export const demoAirports: Readonly<Record<string, HomeAirport>> = {
  "Cessna Citation CJ3+ - Demo Data": {
    id: "KDAL",
    name: "Dallas Love Field",
    latitude: 32.846,
    longitude: -96.851,
    zone: "America/Chicago",
  },
  "Daher TBM 900 - Demo Data": {
    id: "KPAE",
    name: "Seattle Paine Field International",
    latitude: 47.905,
    longitude: -122.281,
    zone: pacific,
  },
  "Beechcraft King Air 350i - Demo Data": {
    id: "KOPF",
    name: "Miami-Opa Locka Executive",
    latitude: 25.907,
    longitude: -80.278,
    zone: "America/New_York",
  },
  "Embraer Phenom 100EV - Demo Data": {
    id: "KOAK",
    name: "Oakland San Francisco Bay",
    latitude: 37.721,
    longitude: -122.221,
    zone: pacific,
  },
  "Cessna 310R - Demo Data": {
    id: "KFFZ",
    name: "Falcon Field",
    latitude: 33.461,
    longitude: -111.728,
    zone: "America/Phoenix",
  },
};
