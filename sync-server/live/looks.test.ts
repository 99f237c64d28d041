import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLooks } from "./looks.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("looks at the log", () => {
  it("come at once when wanted, then every quarter of a second, one at a time", async () => {
    let count = 0;
    const looks = createLooks(
      () => Promise.resolve(++count < 4),
      () => {},
    );
    expect(count).toBe(0);
    looks.wanted();
    looks.wanted();
    await vi.advanceTimersByTimeAsync(0);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(260);
    expect(count).toBe(2);
    looks.wanted();
    await vi.advanceTimersByTimeAsync(1);
    expect(count).toBe(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(count).toBe(4);
    await vi.advanceTimersByTimeAsync(5000);
    expect(count).toBe(4);
    await looks.stop();
  });

  it("[R19] pause longer and longer while the database is away, at most five seconds", async () => {
    const at: number[] = [];
    const faults: unknown[] = [];
    const looks = createLooks(
      () => {
        at.push(performance.now());
        return Promise.reject(new Error("away"));
      },
      (error) => faults.push(error),
    );
    looks.wanted();
    await vi.advanceTimersByTimeAsync(30_000);
    const pauses = at.slice(1).map((time, index) => Math.round(time - at[index]!));
    expect(pauses.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5001);
    expect(faults).toHaveLength(at.length);
    await looks.stop();
  });
});
