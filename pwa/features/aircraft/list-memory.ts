// Stores the block heights and the rendered blocks of a list per history entry. Back and reload restore the page's length from them,
// and the first frame after Back has the same cards.
import { createStore } from "zustand/vanilla";
import { tabStorage } from "../../client/storage/browser-storage.ts";
import type { ListWindow } from "./list-window.ts";

export type BlockHeights = {
  /** Width of the list in pixels at which the heights were measured. */
  width: number;
  /** Heights in pixels, by block. */
  of: number[];
  /** Key of the list's content. */
  listKey: string;
  /** The blocks that were rendered last. */
  window?: ListWindow & { top: number };
};

const storageKey = "list-heights";
/** Storage holds the heights of at most this many lists; the oldest are dropped first. */
const MAX_LISTS = 20;

type StoredList = [place: string, heights: BlockHeights];

function storedLists(): StoredList[] {
  return tabStorage.json(storageKey, isStoredLists) ?? [];
}

function isStoredLists(value: unknown): value is StoredList[] {
  return Array.isArray(value) && value.every(Array.isArray);
}

export function storedHeights(place: string): BlockHeights | undefined {
  return storedLists().find(([key]) => key === place)?.[1];
}

/** What was stored last, as text; empty before. */
const lastStored = createStore<{ text: string }>(() => ({ text: "" }));

export function storeHeights(place: string, heights: BlockHeights): void {
  const { first, last } = heights.window ?? {};
  const text = `${place} ${heights.listKey} ${heights.width} ${heights.of.join()} ${first} ${last}`;
  // Runs on every scroll frame, so it writes to storage only when a height or a block changed.
  if (text === lastStored.getState().text) return;
  lastStored.setState({ text });
  const others = storedLists().filter(([key]) => key !== place);
  // If storage is blocked, going back starts at the first cards.
  tabStorage.setJson(storageKey, [...others, [place, heights]].slice(-MAX_LISTS));
}
