import { expect, it } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

it("runs some tasks, queues more in order, and refuses the rest", async () => {
  const pass = concurrencyLimit(2, 3);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const results = Array.from({ length: 6 }, (_, index) =>
    pass(async () => {
      started.push(index);
      await new Promise<void>((resolve) => finish.push(resolve));
      return index;
    }),
  );
  await expect(results[5]).rejects.toMatchObject({ code: "too-many", retryAfter: 5 });
  expect(started).toEqual([0, 1]);
  for (let index = 0; index < 5; index++) {
    finish[index]!();
    expect(await results[index]).toBe(index);
  }
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it("continues after a failed task", async () => {
  const pass = concurrencyLimit(1, 1);
  await expect(pass(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await pass(async () => "yes")).toBe("yes");
});
