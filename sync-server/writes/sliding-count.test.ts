import { describe, expect, it } from "vitest";
import { slidingCount } from "./sliding-count.ts";

describe("a count over a window", () => {
  it("[R19] forgets events outside the window, and keys without events", () => {
    let now = 1_000_000;
    const counted = slidingCount(60_000, () => now);
    counted.add("a", 3);
    now += 30_000;
    counted.add("a", 2);
    counted.add("b", 1);
    expect([counted.count("a"), counted.count("b"), counted.count("c")]).toEqual([5, 1, 0]);
    expect(counted.msUntilFewer("a")).toBeGreaterThan(25_000);
    now += 35_001;
    expect(counted.count("a")).toBe(2);
    now += 60_000;
    expect([counted.count("a"), counted.msUntilFewer("a")]).toEqual([0, 0]);
  });
});
