import { expect, it } from "vitest";
import { rowsInView } from "./rows-in-view.ts";

it("renders a short list whole, and the start of a long one before it is measured", () => {
  expect(rowsInView(100, { top: 0, height: 600, row: 90 })).toEqual({ first: 0, last: 100 });
  expect(rowsInView(10_000, { top: 0, height: 600, row: 0 })).toEqual({ first: 0, last: 24 });
});

it("renders the rows in view of a long list, and some beside them", () => {
  expect(rowsInView(10_000, { top: 450_000, height: 900, row: 90 })).toEqual({ first: 4988, last: 5022 });
  expect(rowsInView(10_000, { top: 899_100, height: 900, row: 90 })).toEqual({ first: 9976, last: 10_000 });
  expect(rowsInView(101, { top: 0, height: 9000, row: 90 })).toEqual({ first: 0, last: 101 });
});
