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
      rest: () => 0.5,
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

  it("[S1301] are left out while nothing is committed, unless requested, and for a limited time", async () => {
    let snapshot = "1";
    let looks = 0;
    const rounds: number[] = [];
    const look = () => Promise.resolve((looks++, snapshot));
    const loop = createPollLoop({
      round: () => Promise.resolve(void rounds.push(performance.now())),
      failed: () => {},
      everyMs: 250,
      quiet: { commits: { look }, mostMs: 1000 },
    });
    const ran = async (ms: number) => {
      rounds.length = 0;
      await vi.advanceTimersByTimeAsync(ms);
      return rounds.length;
    };
    loop.wanted();
    // The requested one, and the first one with a snapshot.
    expect(await ran(250)).toBe(2);
    expect(await ran(750)).toBe(0);
    expect(looks).toBe(4);
    snapshot = "2";
    expect(await ran(250)).toBe(1);
    loop.wanted();
    expect(await ran(0)).toBe(1);
    expect(await ran(900)).toBe(0);
    expect(await ran(250)).toBe(1);
    await loop.stop();
  });

  it("[S1304] run again after one that failed, though nothing was committed", async () => {
    let count = 0;
    const loop = createPollLoop({
      round: () => (++count === 2 ? Promise.reject(new Error("away")) : Promise.resolve()),
      failed: () => {},
      everyMs: 250,
      quiet: { commits: { look: () => Promise.resolve("1") }, mostMs: 60_000 },
    });
    loop.wanted();
    await vi.advanceTimersByTimeAsync(2000);
    expect(count).toBe(3);
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
      rest: () => 0.5,
    });
    loop.wanted();
    await vi.advanceTimersByTimeAsync(2000);
    expect(at.slice(1).map((time) => time - at[0]!)).toEqual([1500]);
    await Promise.all([loop.stop(), vi.advanceTimersByTimeAsync(1000)]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
