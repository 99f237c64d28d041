import { expect, it } from "vitest";
import { createAdaptiveLimit } from "./adaptive-limit.ts";

it("halves what runs within four late looks, keeps a few, and grows back in time", () => {
  const limit = createAdaptiveLimit(200);
  expect(limit.current()).toBe(200);
  for (let look = 0; look < 4; look++) limit.adjust(150, 100);
  expect(limit.current()).toBeLessThanOrEqual(50);
  for (let look = 0; look < 20; look++) limit.adjust(5000, 100);
  expect([limit.current(), limit.perAddress()]).toEqual([8, 8]);
  for (let look = 0; look < 100; look++) limit.adjust(20, 0);
  expect([limit.current(), limit.perAddress()]).toEqual([200, 100]);
});

it("starts its decrease at what runs, so that a late loop is relieved at once", () => {
  const limit = createAdaptiveLimit(200);
  limit.adjust(150, 50);
  expect(limit.current()).toBe(37);
});
