import { expect, it } from "vitest";
import { limited, swipeOf, whole, zoomedAt } from "./zoom.ts";

const box = { width: 400, height: 300 };

it("scales around a point, which keeps its place", () => {
  const view = zoomedAt(whole, 2, { x: 100, y: -50 }, box);
  expect(view).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomedAt(view, 1, { x: 100, y: -50 }, box)).toEqual(whole);
});

it("is never smaller than the stage or larger than four times it", () => {
  expect(zoomedAt(whole, 9, whole, box).scale).toBe(4);
  expect(zoomedAt(whole, 0.2, whole, box)).toEqual(whole);
});

it("keeps an edge of the picture at the edge of the stage", () => {
  expect(limited({ scale: 2, x: 900, y: -900 }, box)).toEqual({ scale: 2, x: 200, y: -150 });
});

it("turns the page sideways, closes downward, and ignores short and upward moves", () => {
  const swipes = [
    { x: -80, y: 20 },
    { x: 80, y: 20 },
    { x: 10, y: 140 },
    { x: 10, y: -140 },
    { x: 20, y: 30 },
  ];
  expect(swipes.map(swipeOf)).toEqual(["next", "previous", "close", null, null]);
});
