import { describe, expect, test } from "vitest";
import { backoffMs, LaneBackoff } from "./backoff.ts";

describe("pauses", () => {
  test("grow from 1 s to 10 s with full jitter, and never end before the server said", () => {
    expect([1, 2, 3, 4, 5, 50].map((failures) => backoffMs(failures, () => 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    expect(backoffMs(9, () => 0.25)).toBe(2_500);
    expect(backoffMs(1, () => 0.5, 60_000)).toBe(60_000);
  });

  test("[R12] of a lane stay within 20 s, however often it was stopped", () => {
    const lanes = new LaneBackoff(() => 1);
    for (let tries = 0; tries < 50; tries++) lanes.stopped("a", 0, undefined);
    expect(lanes.next(0)).toBe(20_000);
  });

  test("[R18] of a lane leave the server half a minute before the eighth accident, however the dice fall", () => {
    const lanes = new LaneBackoff(() => 0);
    let now = 0;
    for (let accidents = 1; accidents < 8; accidents++) {
      lanes.stopped("a", now, undefined);
      now = lanes.next(now)!;
    }
    expect(now).toBe(35_500);
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
