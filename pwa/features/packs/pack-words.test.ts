import { describe, expect, it } from "vitest";
import type { Pack } from "../../client/packs/pack-list.ts";
import { announcedPercent, isStale, megabytes, packViewOf, type PackFacts } from "./pack-words.ts";

const MB = 1_048_576;
const now = new Date("2026-11-22T12:00:00");
const at = (text: string) => new Date(text).toISOString();
const kept: Pack = {
  id: "a",
  name: "Cessna 172S Skyhawk",
  state: "kept",
  at: at("2026-11-22T10:38:00"),
  bytes: 6.4 * MB,
};

function view(facts: Partial<PackFacts>) {
  const { kind, title, line, action } = packViewOf({
    pack: kept,
    progress: null,
    isRenewing: false,
    isOnline: true,
    promise: "given",
    now,
    nextStart: null,
    expected: 6.4 * MB,
    ...facts,
  });
  return [kind, title, line, action];
}

describe("the row of a pack", () => {
  it.each<[string[], Partial<PackFacts>]>([
    [["none", "Keep on this device", "About 6.4 MB", "keep"], { pack: null }],
    [
      ["keeping", "Keeping", "3.1 of 6.4 MB", "stop"],
      { pack: { ...kept, state: "waiting" }, progress: { part: 3.1 * MB, total: 6.4 * MB } },
    ],
    [["kept", "Kept as of today, 10:38", "6.4 MB, opens offline", "remove"], {}],
    [
      ["renewing", "Renewing", "Kept as of Nov 20, 18:02", "remove"],
      { pack: { ...kept, at: at("2026-11-20T18:02:00") }, isRenewing: true },
    ],
    [
      ["stale", "Kept as of Nov 12", "10 days old. Renews when you have signal.", "remove"],
      { pack: { ...kept, at: at("2026-11-12T11:00:00") } },
    ],
    [
      ["waiting", "Waiting for signal", "Is kept when you have signal.", "stop"],
      { pack: { ...kept, state: "waiting", at: null }, isOnline: false },
    ],
    [["unprotected", "Kept, may be cleared", "The browser may clear it.", "protect"], { promise: "none" }],
    [
      ["unprotected", "Kept, may be cleared", "This browser gave no promise to keep packs.", "remove"],
      { promise: "refused" },
    ],
    [
      ["full", "Not kept", "Needs 6.4 MB, 2.1 MB is free.", "make room"],
      { pack: { ...kept, state: "full", free: 2.1 * MB } },
    ],
    [
      ["full", "Not kept", "Needs 6.4 MB, which the browser refused.", "keep again"],
      { pack: { ...kept, state: "full", free: kept.bytes } },
    ],
    [
      ["cleared", "Cleared by the browser", "Found today, 06:12.", "keep again"],
      { pack: { ...kept, state: "cleared", at: at("2026-11-22T06:12:00") } },
    ],
  ])("is %j", (words, facts) => expect(view(facts)).toEqual(words));
});

describe("a pack is stale", () => {
  it("[S572] after seven days", () => {
    expect(isStale(at("2026-11-15T12:01:00"), now, null)).toBe(false);
    expect(isStale(at("2026-11-15T12:00:00"), now, null)).toBe(true);
  });

  it("[S573] within a day of a flight, unless it was renewed since", () => {
    const start = at("2026-11-23T09:00:00");
    expect(isStale(at("2026-11-22T08:59:00"), now, start)).toBe(true);
    expect(isStale(at("2026-11-22T09:00:00"), now, start)).toBe(false);
    expect(isStale(at("2026-11-21T09:00:00"), now, at("2026-11-23T12:01:00"))).toBe(false);
  });
});

it("sizes are in megabytes, a large one in gigabytes, and something is never nothing", () => {
  expect([0, 1, 6.44 * MB, 18.4 * 1024 * MB].map(megabytes)).toEqual(["0.0 MB", "0.1 MB", "6.4 MB", "18.4 GB"]);
});

it("progress is announced in quarters", () => {
  const percents = [0, 24, 25, 49, 99, 100].map((part) => announcedPercent({ part, total: 100 }));
  expect(percents).toEqual([0, 0, 25, 25, 75, 100]);
});
