// What the screen can show before anything is loaded: the data block in the HTML, or the cards kept from last time.
import { createContext, use } from "react";
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
import { deviceStorage, isObject, parsedJson } from "../storage/browser-storage.ts";

/** Everything home shows of one filter and order: enough to paint the grid without the catalogue. */
export type FirstView = Omit<Extract<PageData, { page: "home" }>, "page" | "typeCounts" | "priceRange"> & {
  /** Null until all aircraft are known. */
  typeCounts: Record<AircraftType, number> | null;
  /** Null until all aircraft are known. */
  priceRange: { min: number; max: number } | null;
  /** The device held only a part of what may match when this was kept. */
  isPartial?: boolean;
};

/** Set by the server's renderer; in a browser the page contains the data block. */
export const PageDataContext = createContext<PageData | null>(null);

/** The data that came with the page's HTML, or null: the kept shell has none. */
export function usePageData(): PageData | null {
  return use(PageDataContext) ?? pageData();
}

type KeptView = { key: string; view: FirstView };

/** Both are read once, at the first question: undefined before. */
type FirstViews = { block: PageData | null | undefined; kept: readonly KeptView[] | undefined };

const firstViews = createStore<FirstViews>(() => ({ block: undefined, kept: undefined }));

/** Reads `<script type="application/json" id="page-data">` once; null outside a browser or without a block. */
export function pageData(): PageData | null {
  if (typeof document === "undefined") return null;
  const known = firstViews.getState().block;
  if (known !== undefined) return known;
  const block = parsedJson(document.getElementById("page-data")?.textContent, isPageData);
  firstViews.setState({ block });
  return block;
}

/** It came with this page, from the server that serves this code. */
function isPageData(value: unknown): value is PageData {
  return isObject(value);
}

/** Names a filter with its order; equal lists have equal names. */
export function viewKey(filter: AircraftFilter, sort: AircraftSort): string {
  const { location, types, minPrice, maxPrice, seats } = filter;
  return JSON.stringify({
    filter: {
      location: (location && normalizedLocation(location)) || undefined,
      types: types?.length ? [...types].sort() : undefined,
      minPrice,
      maxPrice,
      seats,
    },
    sort,
  });
}

/** The filter and order behind a name. */
export function readKey(key: string): { filter: AircraftFilter; sort: AircraftSort } {
  return JSON.parse(key) as { filter: AircraftFilter; sort: AircraftSort };
}

/** The name of the list without any filter. */
export function defaultKey(sort: AircraftSort): string {
  return viewKey({}, sort);
}

const storageKey = "first-view";
/** Views kept at most, the list without a filter always among them. */
const MOST_VIEWS = 3;

/** The first cards of a list as they were last shown, or null. */
export function keptView(key: string): FirstView | null {
  return keptViews().find((one) => one.key === key)?.view ?? null;
}

/** The newest kept view, whatever its filter: its counts and places hold for every list. */
export function anyKeptView(): FirstView | null {
  return keptViews()[0]?.view ?? null;
}

/**
 * Keeps the first cards of a list for the next start and returns them. Storage that is closed or full loses only the
 * head start.
 */
export function keepView(key: string, view: FirstView): AircraftCard[] {
  const cards = view.cards.slice(0, FIRST_CARDS);
  const others = keptViews().filter((other) => other.key !== key);
  const plain = others.filter((other) => other.key === defaultKey("newest"));
  const filtered = others.filter((other) => !plain.includes(other)).slice(0, MOST_VIEWS - 1 - plain.length);
  const next: KeptView[] = [{ key, view: { ...view, cards } }, ...filtered, ...plain];
  const text = JSON.stringify(next);
  if (text !== JSON.stringify(firstViews.getState().kept)) {
    firstViews.setState({ kept: next });
    deviceStorage.setText(storageKey, text);
  }
  return cards;
}

function keptViews(): readonly KeptView[] {
  const known = firstViews.getState().kept;
  if (known) return known;
  const kept = (deviceStorage.json(storageKey, isList) ?? []).filter(isKept);
  firstViews.setState({ kept });
  return kept;
}

function isList(value: unknown): value is (Partial<KeptView> | null)[] {
  return Array.isArray(value);
}

/** What is kept may have been written by an older version. */
function isKept(one: Partial<KeptView> | null): one is KeptView {
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
