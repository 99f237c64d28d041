import { expect, it } from "vitest";
import { createRecentHeads } from "./recent-heads.ts";

it("keeps the newest head of a bucket for twenty seconds", () => {
  let now = 0;
  const recent = createRecentHeads(() => now);
  recent.note({ bucket: "austin-tx", head: 3 });
  now = 15_000;
  recent.note({ bucket: "denver-co", head: 8 });
  recent.note({ bucket: "denver-co", head: 9 });
  expect(recent.heads()).toEqual([
    { bucket: "austin-tx", head: 3 },
    { bucket: "denver-co", head: 9 },
  ]);
  now = 20_000;
  expect(recent.heads()).toEqual([{ bucket: "denver-co", head: 9 }]);
  now = 35_000;
  expect(recent.heads()).toEqual([]);
});
