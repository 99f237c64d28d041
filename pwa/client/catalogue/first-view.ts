// Stores the first cards of the last lists, so the next start paints them before the catalogue is loaded.
import { createStore } from "zustand/vanilla";
import {
  FIRST_CARDS,
  normalizedLocation,
  type AircraftFilter,
  type AircraftSort,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { PageData } from "../../../shared/sync.ts";
import { deviceStorage } from "../storage/browser-storage.ts";

/** All that Home needs to paint the first cards of one filter and sort order without the catalogue. */
export type FirstView = Omit<Extract<PageData, { page: "home" }>, "page" | "typeCounts" | "priceRange"> & {
  /** Null until all aircraft are known. */
  typeCounts: Record<AircraftType, number> | null;
  /** Null until all aircraft are known. */
  priceRange: { min: number; max: number } | null;
  /** The device held only some of the possible matches when this view was stored. */
  isPartial?: boolean;
};

type StoredView = { key: string; view: FirstView };

/** `undefined` before the first read of the browser's storage. */
const storedViewsStore = createStore<{ views: readonly StoredView[] | undefined }>(() => ({ views: undefined }));

/** The key of a filter with its sort order. Equal filters give equal keys. */
export function viewKey(filter: AircraftFilter, sort: AircraftSort): string {
  const { location, types, minPrice, maxPrice, seats, date } = filter;
  return JSON.stringify({
    filter: {
      location: (location && normalizedLocation(location)) || undefined,
      types: types?.length ? [...types].sort() : undefined,
      minPrice,
      maxPrice,
      seats,
      date,
    },
    sort,
  });
}

/** The inverse of `viewKey`. */
export function parseViewKey(key: string): { filter: AircraftFilter; sort: AircraftSort } {
  return JSON.parse(key) as { filter: AircraftFilter; sort: AircraftSort };
}

/** The key of the list without a filter. */
export function unfilteredKey(sort: AircraftSort): string {
  return viewKey({}, sort);
}

const storageKey = "first-view";
/** Storage holds at most this many views; the unfiltered view, newest first, is never removed. */
const MAX_STORED_VIEWS = 3;

/** The stored first cards of a list, or null. */
export function storedView(key: string): FirstView | null {
  return storedViews().find((one) => one.key === key)?.view ?? null;
}

/** The view stored last, with any filter: its counts and locations are the same for every list. Null if none. */
export function newestStoredView(): FirstView | null {
  return storedViews()[0]?.view ?? null;
}

/**
 * Stores the first cards of a list for the next start and returns them. If storage is blocked or full, the next start
 * only paints later.
 */
export function storeView(key: string, view: FirstView): AircraftCard[] {
  const cards = view.cards.slice(0, FIRST_CARDS);
  const others = storedViews().filter((other) => other.key !== key);
  const unfiltered = others.filter((other) => other.key === unfilteredKey("newest"));
  const filtered = others
    .filter((other) => !unfiltered.includes(other))
    .slice(0, MAX_STORED_VIEWS - 1 - unfiltered.length);
  const next: StoredView[] = [{ key, view: { ...view, cards } }, ...filtered, ...unfiltered];
  const text = JSON.stringify(next);
  if (text !== JSON.stringify(storedViewsStore.getState().views)) {
    storedViewsStore.setState({ views: next });
    deviceStorage.setText(storageKey, text);
  }
  return cards;
}

function storedViews(): readonly StoredView[] {
  const known = storedViewsStore.getState().views;
  if (known) return known;
  const views = (deviceStorage.json(storageKey, isList) ?? []).filter(isStoredView);
  storedViewsStore.setState({ views });
  return views;
}

function isList(value: unknown): value is (Partial<StoredView> | null)[] {
  return Array.isArray(value);
}

/** An older version may have written the stored value, so its shape is checked. */
function isStoredView(one: Partial<StoredView> | null): one is StoredView {
  const { cards, locations, typeCounts, priceRange, total, asOf } = one?.view ?? {};
  return (
    typeof one?.key === "string" &&
    Array.isArray(cards) &&
    cards.every((card) => typeof card?.id === "string" && typeof card.hourlyRate === "number") &&
    Array.isArray(locations) &&
    typeof typeCounts === "object" &&
    typeof priceRange === "object" &&
    typeof total === "number" &&
    typeof asOf === "string"
  );
}
