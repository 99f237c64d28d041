// The eleven locations of aircraft and their time zones. No other file lists zones. A new location also needs a main airport: the
// compiler asks for it in `airfields/home-airport.ts`, which the first load leaves out.

export const locationZones = {
  "Atlanta GA": "America/New_York",
  "Austin TX": "America/Chicago",
  "Chicago IL": "America/Chicago",
  "Dallas TX": "America/Chicago",
  "Denver CO": "America/Denver",
  "Los Angeles CA": "America/Los_Angeles",
  "Miami FL": "America/New_York",
  "Phoenix AZ": "America/Phoenix",
  "San Diego CA": "America/Los_Angeles",
  "San Francisco CA": "America/Los_Angeles",
  "Seattle WA": "America/Los_Angeles",
} as const;

export type Location = keyof typeof locationZones;

export const locations = Object.keys(locationZones) as [Location, ...Location[]];

/** Where an aircraft is. `airport` is required, so that nobody forgets it; null and absent mean the main airport of the location. */
export type Placed = { location: string; airport: { zone: string } | null | undefined };

/** IANA zone of an aircraft's airport; UTC for an unknown location. */
export function zoneOf({ location, airport }: Placed): string {
  return airport?.zone ?? zoneOfLocation(location);
}

/** IANA zone of a location's main airport. Other airports of the location may have another. */
export function zoneOfLocation(location: string): string {
  return locationZones[location as Location] ?? "UTC";
}

/** Name of the catalogue bucket of a location: `Denver CO` → `denver-co`. */
export function locationSlug(location: string): string {
  return location
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
