import { describe, expect, it } from "vitest";
import { wantsBase } from "./base.ts";
import type { Head } from "./publish.ts";

const head = (fields: Partial<Head>): Head => ({
  ...{
    generation: "g",
    bucket: "denver-co",
    location: "Denver CO",
    base: 1,
    head: 1,
    oldest: 2,
    rows: 900,
    isCounted: true,
    snapshot: "1:1:",
  },
  ...{ baseBytes: 80_000, segmentsSinceBase: 0, segmentBytesSinceBase: 0, baseAgeHours: 1 },
  ...fields,
});

describe("a new base is due", () => {
  it("when later segments exceed 30 % of the last one", () => {
    expect(wantsBase(head({ segmentsSinceBase: 9, segmentBytesSinceBase: 24_000 }))).toBe(false);
    expect(wantsBase(head({ segmentsSinceBase: 9, segmentBytesSinceBase: 24_001 }))).toBe(true);
  });

  it("not at every change of a small bucket", () => {
    expect(wantsBase(head({ baseBytes: 500, segmentsSinceBase: 5, segmentBytesSinceBase: 1500 }))).toBe(false);
  });

  it("when a new client would fetch many files, and once a day", () => {
    expect(wantsBase(head({ segmentsSinceBase: 64, segmentBytesSinceBase: 100 }))).toBe(true);
    expect(wantsBase(head({ baseAgeHours: 24 }))).toBe(true);
  });

  it("never before the first base", () => {
    expect(wantsBase(head({ snapshot: null, baseAgeHours: 99 }))).toBe(false);
  });
});
