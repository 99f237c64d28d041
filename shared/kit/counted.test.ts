import fc from "fast-check";
import { expect, it } from "vitest";
import { counted, grouped } from "./counted.ts";

it("a number has its noun, in the singular for one alone, and its thousands apart", () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, "review"))).toEqual([
    "0 reviews",
    "1 review",
    "2 reviews",
    "1,204 reviews",
  ]);
  expect([1, 2].map((count) => counted(count, "message waits", "messages wait"))).toEqual([
    "1 message waits",
    "2 messages wait",
  ]);
});

it("[S1164] whole numbers are grouped as the browser's formatter does it", () => {
  const format = new Intl.NumberFormat("en-US");
  const some = fc.maxSafeInteger().filter((count) => !Object.is(count, -0));
  fc.assert(fc.property(some, (count) => grouped(count) === format.format(count)));
  expect(grouped(12_345_678_901_234_567_890n)).toBe("12,345,678,901,234,567,890");
});
