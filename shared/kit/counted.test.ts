import { expect, it } from "vitest";
import { counted } from "./counted.ts";

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
