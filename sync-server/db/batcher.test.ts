import { describe, expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

describe("batched queries", () => {
  it("share a statement when they arrive together, and each gets its result", async () => {
    const groups: number[][] = [];
    const ask = createBatcher(
      (items: readonly number[]) => {
        groups.push([...items]);
        return new Promise<number[]>((resolve) => setImmediate(() => resolve(items.map((item) => item * 10))));
      },
      { atOnce: 1, most: 3 },
    );
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(ask))).toEqual([10, 20, 30, 40, 50, 60]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(await ask(7)).toBe(70);
  });

  it("fail alone", async () => {
    const ask = createBatcher(
      (items: readonly number[]) =>
        items.includes(3) ? Promise.reject(new Error("three")) : Promise.resolve(items.map(String)),
      { atOnce: 1, most: 10 },
    );
    const answers = await Promise.allSettled([1, 2, 3, 4].map(ask));
    expect(answers.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([
      "1",
      "2",
      "failed",
      "4",
    ]);
  });
});
