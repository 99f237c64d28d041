// Stores the latest searches on Home, per user, on this device only.
import { aircraftTypes } from "../../../shared/domain/aircraft-rules.ts";
import type { SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

/** Keeps this many, the latest first. */
const MAX_SEARCHES = 5;

export type RecentSearch = Pick<SearchFilter, "location" | "date" | "types">;

/** Sign-out removes every key that contains the user id. */
function keyOf(userId: string | null): string {
  return userId === null ? "recent-searches" : `recent-searches:${userId}`;
}

/** The latest first. Leaves out days before `today`, `YYYY-MM-DD`. */
export function recentSearches(userId: string | null, today: string): RecentSearch[] {
  const stored = deviceStorage.json(keyOf(userId), isSearches) ?? [];
  return stored.filter(({ date }) => date === undefined || date >= today);
}

/** Stores a search that has a location, a day or types. */
export function noteRecentSearch(userId: string | null, search: RecentSearch): void {
  if (!search.location && !search.date && !search.types?.length) return;
  const isOther = (one: RecentSearch) => JSON.stringify(fieldsOf(one)) !== JSON.stringify(fieldsOf(search));
  const others = (deviceStorage.json(keyOf(userId), isSearches) ?? []).filter(isOther);
  deviceStorage.setJson(keyOf(userId), [search, ...others].slice(0, MAX_SEARCHES));
}

const fieldsOf = ({ location, date, types }: RecentSearch) => [location ?? "", date ?? "", types ?? []];

/** An older version or another program may have written the value. */
function isSearches(value: unknown): value is RecentSearch[] {
  return Array.isArray(value) && value.every(isSearch);
}

function isSearch(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { location, date, types } = value;
  const isText = (field: unknown) => field === undefined || typeof field === "string";
  return (
    isText(location) &&
    isText(date) &&
    (types === undefined || (Array.isArray(types) && types.every((type) => aircraftTypes.includes(type as never))))
  );
}
