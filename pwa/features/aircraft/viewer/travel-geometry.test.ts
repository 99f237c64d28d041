import { expect, it } from "vitest";
import { partOf, wholeIn } from "./travel-geometry.ts";

it("fits the whole picture into the middle of a box, wide or high", () => {
  const box = { left: 0, top: 100, width: 390, height: 500 };
  expect(wholeIn(box, 1.5)).toEqual({ left: 0, top: 220, width: 390, height: 260 });
  expect(wholeIn(box, 0.5)).toEqual({ left: 70, top: 100, width: 250, height: 500 });
});

it("[S780] fills a thumbnail from its middle and cuts what it does not show", () => {
  const whole = { left: 0, top: 200, width: 300, height: 200 };
  // A square: 150 of the width are shown at half the size, so 50 are cut at each side.
  expect(partOf(whole, { left: 10, top: 500, width: 100, height: 100 })).toEqual({
    transform: "translate(-90px, 250px) scale(0.5)",
    clipPath: "inset(0px 50px)",
  });
});
