import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPollLoop } from "./poll-loop.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("rounds of a poll loop", () => {
  it("run at once on request, then every quarter of a second, one at a time", async () => {
    let count = 0;
    const loop = createPollLoop({
      round: () => Promise.resolve(++count < 4),
      failed: () => {},
      everyMs: 250,
      rest: 0.5,
    });
    expect(count).toBe(0);
    loop.wanted();
    loop.wanted();
    await vi.advanceTimersByTimeAsync(0);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(260);
    expect(count).toBe(2);
    loop.wanted();
    await vi.advanceTimersByTimeAsync(1);
    expect(count).toBe(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(count).toBe(4);
    await vi.advanceTimersByTimeAsync(5000);
    expect(count).toBe(4);
    await loop.stop();
  });

  it("[R19] back off while the database is unreachable, to at most five seconds", async () => {
    const at: number[] = [];
    const faults: unknown[] = [];
    const loop = createPollLoop({
      round() {
        at.push(performance.now());
        return Promise.reject(new Error("away"));
      },
      failed: (error) => faults.push(error),
      everyMs: 250,
    });
    loop.wanted();
    await vi.advanceTimersByTimeAsync(30_000);
    const pauses = at.slice(1).map((time, index) => Math.round(time - at[index]!));
    expect(pauses.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5001);
    expect(faults).toHaveLength(at.length);
    await loop.stop();
  });

  it("leave time for other work after a long round", async () => {
    const at: number[] = [];
    const loop = createPollLoop({
      async round() {
        at.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 1000));
      },
      failed: () => {},
      everyMs: 10,
      rest: 0.5,
    });
    loop.wanted();
    await vi.advanceTimersByTimeAsync(2000);
    expect(at.slice(1).map((time) => time - at[0]!)).toEqual([1500]);
    await Promise.all([loop.stop(), vi.advanceTimersByTimeAsync(1000)]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
