// The eleven locations of aircraft and their time zones. No other file lists zones.

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

/** IANA zone of a location; UTC for an unknown one. */
export function zoneOf(location: string): string {
  return locationZones[location as Location] ?? "UTC";
}

/** Name of the catalogue bucket of a location: `Denver CO` → `denver-co`. */
export function locationSlug(location: string): string {
  return location
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
