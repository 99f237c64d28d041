import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HERE } from "../../../shared/domain/airfields/near.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { aCard } from "../../device/testing/scripted-catalogue.ts";
import { groupByField, nearestFields } from "./fields.ts";
import { listNear } from "./near-list.ts";

/** The newest first, as the catalogue sorts them. */
const cards: AircraftCard[] = [
  aCard(1, { name: "Baron", location: "Los Angeles CA" }),
  aCard(2, { name: "Skyhawk", location: "San Diego CA" }),
  aCard(3, { name: "Archer", location: "Phoenix AZ" }),
  aCard(4, { name: "Cirrus", location: "San Diego CA" }),
  aCard(5, { name: "Lost", location: "Nowhere" }),
];
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => stored.get(key) ?? null });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => vi.unstubAllGlobals());

async function names(...search: Parameters<typeof listNear> extends [unknown, ...infer Rest] ? Rest : never) {
  const list = await listNear(cards, ...search);
  return list.state === "ready" ? list.cards.slice().map(({ name }) => name) : list.state;
}

it("[S624] sorts by distance, and aircraft of one airfield as before", async () => {
  expect(await names({ id: "KMYF" }, true)).toEqual(["Skyhawk", "Cirrus", "Baron", "Archer"]);
  expect(await names({ id: "KDVT" }, true)).toEqual(["Archer", "Skyhawk", "Cirrus", "Baron"]);
});

it("[S625] leaves out what is farther, and keeps another order", async () => {
  expect(await names({ id: "KMYF", within: 50 }, true)).toEqual(["Skyhawk", "Cirrus"]);
  expect(await names({ id: "MYF", within: 150 }, false)).toEqual(["Baron", "Skyhawk", "Cirrus"]);
  expect(await names({ id: "KBFI", within: 50 }, true)).toEqual([]);
});

it("counts airfields and reads only the cards that are shown", async () => {
  const list = await listNear(cards, { id: "KMYF", within: 150 }, true);
  expect(list).toMatchObject({ state: "ready", fieldCount: 2, from: { id: "KMYF" } });
  expect(list.state === "ready" && [list.cards.length, list.cards.slice(1, 2)[0]?.name]).toEqual([3, "Cirrus"]);
});

it("begins at the position of this tab, and nowhere before it is known", async () => {
  expect(await names({ id: HERE }, true)).toBe("unknown");
  stored.set("position", JSON.stringify({ latitude: 33.7, longitude: -112.1 }));
  expect((await names({ id: HERE, within: 50 }, true))[0]).toBe("Archer");
});

it("needs the index for other airfields", async () => {
  await expect(names({ id: "KSAN" }, true)).rejects.toThrow("Failed to fetch");
});

it("[S626] groups aircraft by the airport of their own, else that of their location", async () => {
  const airport = {
    id: "KSEE",
    name: "Gillespie Field",
    latitude: 32.826,
    longitude: -116.972,
    zone: "America/Los_Angeles",
  };
  const moved = { ...cards[1]!, airport };
  const { fields, countOf } = await groupByField([cards[3]!, moved]);
  expect(fields.map(({ airport: { id }, rows }) => [id, rows])).toEqual([
    ["KMYF", [0]],
    ["KSEE", [1]],
  ]);
  expect(countOf.get("San Diego CA")).toBe(2);
  expect(nearestFields(fields, airport, 20).map(({ airport: { id }, miles }) => [id, Math.round(miles)])).toEqual([
    ["KSEE", 0],
    ["KMYF", 8],
  ]);
});
