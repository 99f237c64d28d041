import { describe, expect, it } from "vitest";
import { CARDS_PER_BLOCK, heightOf, roomBelow, windowOf } from "./list-window.ts";

const blocks = Math.ceil(100_000 / CARDS_PER_BLOCK);
const measured = (count: number) => Array.from({ length: count }, () => 2000);

describe("the window of a long list", () => {
  it("fills whole rows at one, two and three columns", () => {
    expect([1, 2, 3].every((columns) => CARDS_PER_BLOCK % columns === 0)).toBe(true);
  });

  it("starts with one block and adds the next when its end is near", () => {
    expect(windowOf([], blocks, -600, 900)).toEqual({ first: 0, last: 1 });
    expect(windowOf(measured(2), blocks, 0, 900)).toEqual({ first: 0, last: 2 });
    expect(windowOf(measured(2), blocks, 1700, 900)).toEqual({ first: 0, last: 3 });
  });

  it("never contains more than a few blocks, however deep the view is", () => {
    for (let viewTop = 0; viewTop < 400_000; viewTop += 1700) {
      const { first, last } = windowOf(measured(240), blocks, viewTop, 1200);
      expect(last - first).toBeLessThanOrEqual(5);
    }
  });

  it("keeps the last block of a list that ends above the view", () => {
    expect(windowOf(measured(2), 2, 50_000, 900)).toEqual({ first: 1, last: 2 });
    expect(windowOf(measured(1), 1, 50_000, 900)).toEqual({ first: 0, last: 1 });
  });

  it("[S1161] keeps room below for blocks that were never rendered, at most eight screens, and none at the end", () => {
    expect(roomBelow(measured(4), 2, 17, 900)).toBe(2 * 2000 + 8 * 900);
    expect(roomBelow([300, 500], 2, 3, 900)).toBe(400);
    expect(roomBelow(measured(17), 17, 17, 900)).toBe(0);
    expect(roomBelow(measured(6), 2, 6, 900)).toBe(4 * 2000);
    expect(roomBelow([], 2, 17, 900)).toBe(0);
  });

  it("adds up heights", () => {
    expect(heightOf([100, 200, 300], 1, 3)).toBe(500);
  });
});
