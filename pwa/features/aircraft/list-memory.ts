// Block heights of a list per history entry, so that back and reload restore the page's length.
import { tabStorage } from "../../client/storage/browser-storage.ts";

export type BlockHeights = {
  /** Width of the list in pixels at which the heights were measured. */
  width: number;
  /** Heights in pixels, by block. */
  of: number[];
  /** Key of the list's content. */
  listKey: string;
};

const storageKey = "list-heights";
const MOST = 20;

type Entry = [place: string, heights: BlockHeights];

function all(): Entry[] {
  return tabStorage.json(storageKey, isEntries) ?? [];
}

function isEntries(value: unknown): value is Entry[] {
  return Array.isArray(value) && value.every(Array.isArray);
}

export function storedHeights(place: string): BlockHeights | undefined {
  return all().find(([key]) => key === place)?.[1];
}

let lastKept = "";

export function storeHeights(place: string, heights: BlockHeights): void {
  const sum = `${place} ${heights.listKey} ${heights.width} ${heights.of.join()}`;
  // Runs on every scroll frame, so it writes to storage only when a height changed.
  if (sum === lastKept) return;
  lastKept = sum;
  const others = all().filter(([key]) => key !== place);
  // Where storage is closed, coming back starts at the first cards.
  tabStorage.setJson(storageKey, [...others, [place, heights]].slice(-MOST));
}
