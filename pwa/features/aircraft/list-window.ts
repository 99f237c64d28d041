// Chooses the part of a long list to render. Cards come in blocks that fill whole rows at one, two and three columns;
// blocks far from the view are not rendered.

import { FIRST_CARDS } from "../../../shared/domain/aircraft-rules.ts";

export const CARDS_PER_BLOCK = 12;

/** Blocks within this many pixels above and below the view stay rendered. */
const MARGIN_PX = 1500;

export type ListWindow = {
  /** First rendered block. */
  first: number;
  /** One past the last rendered block. */
  last: number;
};

/** The range before any measurement: as many cards as the page's HTML contains. */
export const startOfList: ListWindow = { first: 0, last: FIRST_CARDS / CARDS_PER_BLOCK };

/**
 * The blocks to render for a view. `heights` has the measured blocks, gap included; `viewTop` is the distance from the list's top to the
 * view's top, both in pixels. Renders unmeasured blocks one after the other, never skips one.
 */
export function windowOf(heights: readonly number[], blocks: number, viewTop: number, viewHeight: number): ListWindow {
  let first = 0;
  let top = 0;
  while (first < heights.length && first < blocks - 1 && top + heights[first]! < viewTop - MARGIN_PX) {
    top += heights[first]!;
    first += 1;
  }
  let last = first;
  while (last < blocks && top < viewTop + viewHeight + MARGIN_PX) {
    const height = heights[last];
    last += 1;
    // A block without a height must be rendered before a later block can be positioned.
    if (height === undefined) break;
    top += height;
  }
  return { first, last: Math.max(last, first + 1) };
}

/**
 * Screens of empty room that stand for the blocks whose height is not known: more than a finger scrolls before a slow phone renders the
 * next block.
 */
const ROOM_SCREENS = 8;

/** Room for blocks below whose height is not known. */
export const roomUnknown = (viewHeight: number): number => ROOM_SCREENS * viewHeight;

/** The same in markup, which knows no view: the page has its length before its code starts. */
export const UNKNOWN_ROOM = `${ROOM_SCREENS * 100}vh`;

/**
 * Height below the rendered blocks: that of the measured ones, and room for those that were never rendered. A fast reader sees no footer
 * that leaves again. `all` counts the blocks of the whole list, also those whose cards are not there yet.
 */
export function roomBelow(heights: readonly number[], last: number, all: number, viewHeight: number): number {
  const measured = Math.min(heights.length, all);
  const mean = measured > 0 ? heightOf(heights, 0, measured) / measured : 0;
  const unknown = all - Math.max(last, measured);
  return heightOf(heights, last, measured) + Math.min(Math.max(0, unknown) * mean, roomUnknown(viewHeight));
}

/** Height of the blocks from `from` (inclusive) to `to` (exclusive). */
export function heightOf(heights: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let block = from; block < to; block++) sum += heights[block] ?? 0;
  return sum;
}
