import { describe, expect, test } from "vitest";
import { backoffMs, LaneBackoff } from "./backoff.ts";

describe("pauses", () => {
  test("grow from 1 s to 5 min with full jitter, and never end before the server said", () => {
    expect([1, 2, 3, 9, 50].map((failures) => backoffMs(failures, () => 1))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000,
    ]);
    expect(backoffMs(9, () => 0.25)).toBe(64_000);
    expect(backoffMs(1, () => 0.5, 60_000)).toBe(60_000);
  });

  test("[R8] of a stopped lane touch no other", () => {
    const lanes = new LaneBackoff(() => 1);
    lanes.stopped("a", 0, undefined);
    lanes.stopped("a", 1_000, undefined);
    lanes.stopped("b", 0, 9_000);
    expect([lanes.stateAt("a", 2_999), lanes.stateAt("a", 3_000), lanes.stateAt("c", 0)]).toEqual([
      "rest",
      "probe",
      "free",
    ]);
    expect(lanes.next(0)).toBe(3_000);
    lanes.moved("a");
    expect([lanes.stateAt("a", 0), lanes.next(0)]).toEqual(["free", 9_000]);
    lanes.end();
    expect([lanes.stateAt("b", 0), lanes.next(0)]).toEqual(["probe", null]);
  });
});
