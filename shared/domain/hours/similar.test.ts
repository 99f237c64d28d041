import { expect, it } from "vitest";
import { placesFrom, rankSimilar, similarRates } from "./similar.ts";

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

it("the nearest place comes first, then the same type, then the nearest rate", () => {
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
