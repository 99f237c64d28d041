import { expect, it } from "vitest";
import { nextPage } from "./free-on.ts";

it("finds the address of the next page", () => {
  expect(nextPage('</api/aircraft?date=2026-12-05&cursor=abc>; rel="next"')).toBe(
    "/api/aircraft?date=2026-12-05&cursor=abc",
  );
});

it("ends where there is no next page", () => {
  expect(nextPage(null)).toBeUndefined();
  expect(nextPage('</api/aircraft>; rel="first"')).toBeUndefined();
});
