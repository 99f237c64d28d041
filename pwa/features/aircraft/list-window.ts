// Which part of a long list exists on the screen. Cards come in blocks that fill whole rows at one, two and three
// columns; blocks far from the view are taken out and their measured height stands in for them.

import { FIRST_CARDS } from "../../../shared/domain/aircraft-rules.ts";

export const BLOCK = 12;

/** Pixels above and below the view within which blocks stay. */
const MARGIN = 1500;

export type ListWindow = {
  /** First block that exists. */
  first: number;
  /** One past the last block that exists. */
  last: number;
};

/** What is drawn before anything is measured: as many cards as travel in the page's HTML. */
export const startOfList: ListWindow = { first: 0, last: FIRST_CARDS / BLOCK };

/**
 * The blocks for a view. `heights` holds what has been measured, gap included; `viewTop` is the distance from the
 * list's top to the view's top, both in pixels. Unmeasured blocks are reached one after the other, never skipped.
 */
export function windowOf(heights: readonly number[], blocks: number, viewTop: number, viewHeight: number): ListWindow {
  let first = 0;
  let top = 0;
  while (first < heights.length && first < blocks - 1 && top + heights[first]! < viewTop - MARGIN) {
    top += heights[first]!;
    first += 1;
  }
  let last = first;
  while (last < blocks && top < viewTop + viewHeight + MARGIN) {
    const height = heights[last];
    last += 1;
    // What has no height yet has to be drawn before anything after it can be placed.
    if (height === undefined) break;
    top += height;
  }
  return { first, last: Math.max(last, first + 1) };
}

/** Height of the blocks `from` up to but without `to`. */
export function heightOf(heights: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let block = from; block < to; block++) sum += heights[block] ?? 0;
  return sum;
}
