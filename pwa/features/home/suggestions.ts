// Location suggestions: case-insensitive substring matches in the known locations.
import { normalizedLocation } from "../../../shared/domain/aircraft-rules.ts";

export type Suggestion = { location: string; before: string; matched: string; after: string };

/** The distinct locations that contain the typed text, in alphabetical order, split around the match. */
export function suggestLocations(locations: readonly string[], typed: string): Suggestion[] {
  const wanted = normalizedLocation(typed);
  return [...new Set(locations)].sort().flatMap((location) => {
    const start = location.toLowerCase().indexOf(wanted);
    if (start < 0) return [];
    const end = start + wanted.length;
    return [
      { location, before: location.slice(0, start), matched: location.slice(start, end), after: location.slice(end) },
    ];
  });
}
