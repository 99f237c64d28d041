// Rules of saved searches, free of schemas: the first screen and the server need them too.
import { matchesFilter, type AircraftFilter, type FilteredFields } from "./aircraft-rules.ts";

/** Saved searches a user may have. */
export const MOST_SEARCHES = 20;
export const LONGEST_SEARCH_NAME = 60;
export const LONGEST_SEARCH_TEXT = 120;

/** The filter of a saved search. Each of the `words` must occur in the aircraft's name, make, model or year. */
export type SearchFilter = AircraftFilter & {
  words?: string | undefined;
};

/** The fields of an aircraft that decide whether it matches. */
export type SearchedFields = Pick<FilteredFields, "location" | "type" | "hourlyRate" | "seats"> & {
  name: string;
  make: string;
  model: string;
  year: string;
};

/** The filter fields of a stored search; null or an empty list means «any». */
type StoredFilter = { [Field in keyof SearchFilter]-?: SearchFilter[Field] | null };

/** The filter of a stored search, as Home's predicate takes it. */
export function filterOfSearch(search: StoredFilter): SearchFilter {
  return {
    location: search.location ?? undefined,
    types: search.types?.length ? search.types : undefined,
    minPrice: search.minPrice ?? undefined,
    maxPrice: search.maxPrice ?? undefined,
    seats: search.seats ?? undefined,
    words: search.words ?? undefined,
    date: search.date ?? undefined,
  };
}

/** Whether an aircraft matches, apart from the date: the server checks bookings, activity and ownership. */
export function matchesSearch(plane: SearchedFields, { date: _, ...filter }: SearchFilter): boolean {
  // The airport matters for dates only.
  return matchesFilter({ ...plane, airport: null }, filter) && hasWords(plane, filter.words ?? "");
}

function hasWords({ name, make, model, year }: SearchedFields, words: string): boolean {
  const text = [name, make, model, year].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
