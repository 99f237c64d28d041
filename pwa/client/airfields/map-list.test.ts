import { expect, it } from "vitest";
import { aCard } from "../../device/testing/scripted-catalogue.ts";
import { isInside, listOnMap, type Area } from "./map-list.ts";

const cards = [
  aCard(1, { name: "Baron", location: "Los Angeles CA", hourlyRate: 479 }),
  aCard(2, { name: "Skyhawk", location: "San Diego CA" }),
  aCard(3, { name: "Archer", location: "Phoenix AZ" }),
  aCard(4, { name: "Mooney", location: "Los Angeles CA", hourlyRate: 199 }),
  aCard(5, { name: "Lost", location: "Nowhere" }),
];
const california: Area = { south: 32, west: -120, north: 35, east: -116 };

const summary = async (area: Area | null) => {
  const { cards: listed, fields } = await listOnMap(cards, area);
  return {
    names: listed.slice().map(({ name }) => name),
    atFields: fields.map(({ airport, rows, lowestRate }) => [
      airport.id,
      rows.map((row) => listed.slice(row, row + 1)[0]!.name).join(),
      lowestRate,
    ]),
  };
};

it("[S669] the list has every aircraft of the map, and each airfield knows its rows and lowest price", async () => {
  const { names, atFields } = await summary(null);
  expect(names).toEqual(["Baron", "Skyhawk", "Archer", "Mooney", "Lost"]);
  expect(atFields).toEqual([
    ["KVNY", "Baron,Mooney", 199],
    ["KMYF", "Skyhawk", cards[1]!.hourlyRate],
    ["KDVT", "Archer", cards[2]!.hourlyRate],
  ]);
});

it("[S670] an area leaves the same aircraft in list and map, in the order of the list", async () => {
  const { names, atFields } = await summary(california);
  expect(names).toEqual(["Baron", "Skyhawk", "Mooney"]);
  expect(atFields.map(([id, at]) => [id, at])).toEqual([
    ["KVNY", "Baron,Mooney"],
    ["KMYF", "Skyhawk"],
  ]);
});

it("an area may cross the line between the dates", () => {
  const aleutians: Area = { south: 50, west: 170, north: 55, east: -170 };
  expect(isInside(aleutians, { latitude: 51.9, longitude: -176.6 })).toBe(true);
  expect(isInside(aleutians, { latitude: 51.9, longitude: 175 })).toBe(true);
  expect(isInside(aleutians, { latitude: 51.9, longitude: -117 })).toBe(false);
});
