// What the screen can show before anything is loaded: the data block in the HTML, or the cards kept from last time.
import { createContext, use } from "react";
import { FIRST_CARDS, type AircraftFilter, type AircraftSort } from "../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import type { PageData } from "../../shared/sync.ts";

/** Everything home shows of one filter and order: enough to paint the grid without the catalogue. */
export type FirstView = Omit<Extract<PageData, { page: "home" }>, "page">;

/** Set by whoever renders on the server; in a browser the data block stands in the page itself. */
export const PageDataContext = createContext<PageData | null>(null);

/** The data that came with the page's HTML, or null: the kept shell has none. */
export function usePageData(): PageData | null {
  return use(PageDataContext) ?? pageData();
}

let block: PageData | null | undefined;

/** Reads `<script type="application/json" id="page-data">` once; null outside a browser or without a block. */
export function pageData(): PageData | null {
  if (typeof document === "undefined") return null;
  block ??= parsed<PageData>(document.getElementById("page-data")?.textContent);
  return block;
}

/** Names a filter with its order; equal lists have equal names. */
export function viewKey(filter: AircraftFilter, sort: AircraftSort): string {
  const { location, types, minPrice, maxPrice, seats } = filter;
  return JSON.stringify([location?.trim().toLowerCase() ?? "", types ?? [], minPrice, maxPrice, seats, sort]);
}

const storageKey = "first-view";
/** Views kept at most: the last ones shown, whatever their filter. */
const MOST_VIEWS = 3;

type Kept = { key: string; view: FirstView };
let kept: Kept[] | undefined;

/** The first cards of a list as they were last shown, or null. */
export function keptView(key: string): FirstView | null {
  return keptViews().find((one) => one.key === key)?.view ?? null;
}

/** The newest kept view, whatever its filter: its counts and places hold for every list. */
export function anyKeptView(): FirstView | null {
  return keptViews()[0]?.view ?? null;
}

/** Keeps the first cards of a list for the next start. Storage that is closed or full loses only the head start. */
export function keepView(key: string, view: FirstView): void {
  const one: Kept = { key, view: { ...view, cards: view.cards.slice(0, FIRST_CARDS) } };
  kept = [one, ...keptViews().filter((other) => other.key !== key)].slice(0, MOST_VIEWS);
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // See above.
  }
}

function keptViews(): Kept[] {
  if (kept) return kept;
  try {
    const found = parsed<Kept[]>(localStorage.getItem(storageKey));
    kept = Array.isArray(found) ? found.filter((one) => Array.isArray(one?.view?.cards)) : [];
  } catch {
    kept = [];
  }
  return kept;
}

function parsed<T>(text: string | null | undefined): T | null {
  if (!text) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Whether a card has what a card on the screen needs; kept data may be of an older version. */
export function isWholeCard(card: AircraftCard): boolean {
  return typeof card.id === "string" && typeof card.name === "string" && typeof card.hourlyRate === "number";
}
