import { describe, expect, it } from "vitest";
import { dayNumber } from "../../kit/day-numbers.ts";
import { mayBeFree, placesFrom, rankSimilar, similarRates } from "./similar.ts";

const wanted = { id: "a", location: "San Diego CA", type: "single-engine", hourlyRate: 200, minHours: 2, hours: 3 };
const card = (id: string, fields: object = {}) => ({ ...wanted, id, ...fields });
const found = (cards: ReturnType<typeof card>[], isFree: (one: { id: string }) => boolean = () => true) =>
  rankSimilar(wanted, cards, isFree).map(({ id }) => id);

it("places are in the order of their distance", () => {
  expect(placesFrom("San Diego CA").slice(0, 4)).toEqual([
    "San Diego CA",
    "Los Angeles CA",
    "Phoenix AZ",
    "San Francisco CA",
  ]);
  expect(placesFrom("Miami FL").slice(0, 2)).toEqual(["Miami FL", "Atlanta GA"]);
  expect(placesFrom("Nowhere")).toHaveLength(11);
});

it("[S395] the nearest place comes first, then the same type, then the nearest rate", () => {
  const cards = [
    card("far", { location: "Seattle WA" }),
    card("jet", { type: "jet", hourlyRate: 201 }),
    card("dear", { hourlyRate: 230 }),
    card("same", { hourlyRate: 190 }),
    card("near", { location: "Los Angeles CA" }),
  ];
  expect(found(cards)).toEqual(["same", "dear", "jet"]);
  expect(found(cards, ({ id }) => id !== "dear" && id !== "jet")).toEqual(["same", "near", "far"]);
});

it("neither the aircraft itself, nor one of another price, nor one with a longer minimum is similar", () => {
  expect(similarRates(200)).toEqual([140, 260]);
  const cards = [card("a"), card("b", { hourlyRate: 139 }), card("c", { hourlyRate: 261 }), card("d", { minHours: 4 })];
  expect(found(cards)).toEqual([]);
  expect(found([card("e", { hourlyRate: 140 }), card("f", { hourlyRate: 260, minHours: 3 })])).toEqual(["e", "f"]);
});

describe("a card that may be free then", () => {
  const now = Date.parse("2026-12-02T20:00:00Z");
  const at = (from: string, hours = 3) => ({ from: Date.parse(from), to: Date.parse(from) + hours * 3_600_000 });
  // Saturday, December 12, from 22:00 in Denver; Sunday in Atlanta.
  const night = at("2026-12-13T05:00:00Z");
  const saturday = dayNumber("2026-12-12");
  const may = (fields: object, span = night) =>
    mayBeFree({ location: "Denver CO", airport: null, ...fields }, span, now);

  it("has free hours on each day of its own clock that the hours touch", () => {
    expect(may({})).toBe(true);
    expect([may({ fullDays: [saturday] }), may({ fullDays: [saturday + 1] })]).toEqual([false, false]);
    expect(may({ fullDays: [saturday], location: "Atlanta GA" })).toBe(true);
    // Bit 6 is Sunday; the flight ends at midnight, so it does not touch Sunday.
    expect([may({ closedDays: 64 }), may({ closedDays: 64 }, at("2026-12-13T05:00:00Z", 2))]).toEqual([false, true]);
  });

  it("is neither within its owner's notice nor past its horizon", () => {
    expect([may({ noticeHours: 240 }), may({ noticeHours: 264 })]).toEqual([true, false]);
    expect([may({ horizonDays: 11 }), may({ horizonDays: 10 })]).toEqual([true, false]);
  });
});
