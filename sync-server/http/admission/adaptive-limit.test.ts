import { expect, it } from "vitest";
import { createAdaptiveLimit } from "./adaptive-limit.ts";

it("shrinks with each late measurement to a minimum, and grows back", () => {
  const limit = createAdaptiveLimit(200);
  expect([limit.current(), limit.perAddress()]).toEqual([200, 100]);
  for (let count = 0; count < 7; count++) limit.adjust(500, limit.current());
  expect(limit.current()).toBeLessThanOrEqual(100);
  for (let count = 0; count < 100; count++) limit.adjust(5000, limit.current());
  expect([limit.current(), limit.perAddress()]).toEqual([2, 8]);
  for (let count = 0; count < 100; count++) limit.adjust(20, 0);
  expect([limit.current(), limit.perAddress()]).toEqual([200, 100]);
});

it("starts near the running requests, so that the first late measurement refuses some", () => {
  const limit = createAdaptiveLimit(200);
  limit.adjust(500, 50);
  expect(limit.current()).toBe(52);
});

it("gives one address all of a small limit", () => {
  expect(createAdaptiveLimit(4).perAddress()).toBe(2);
});
