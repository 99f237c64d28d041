import { beforeAll, expect, it } from "vitest";
import { prepareIndex, type AirfieldIndex } from "../../../shared/domain/airfields/search.ts";
import { groupByField } from "../../client/airfields/fields.ts";
import { atOnce } from "../../device/catalogue/pause.ts";
import { aCard } from "../../device/testing/scripted-catalogue.ts";
import { locationGroups, textOf, type Known, type LocationOption } from "./location-options.ts";
import { optionName } from "./location-row.tsx";

const cards = [
  ...["Skyhawk", "Cirrus", "Archer", "Mooney"].map((name, at) =>
    aCard(at + 1, { name, location: "San Diego CA", hourlyRate: 150 }),
  ),
  aCard(9, { name: "Baron", location: "Los Angeles CA" }),
];
let index: AirfieldIndex;
let known: Known;

beforeAll(async () => {
  index = atOnce(
    prepareIndex({
      cycle: "2026-09-03",
      zones: ["America/Los_Angeles"],
      faaId: "MYF SAN CA47",
      icao: "K K ",
      name: "Montgomery-Gibbs Executive\nSan Diego International\nSan Diego Police",
      city: "San Diego\n\n",
      state: "CA\n\n",
      kind: "AAh",
      zone: [0, 0, 0],
      latitude: [32_816, -82, 0],
      longitude: [-117_140, -50, 0],
      elevation: [427, 17, null],
    }),
  );
  const locations = ["San Diego CA", "Los Angeles CA"];
  known = { index, locations, held: { ...(await groupByField(cards)), cards } };
});

const shown = (typed: string, of = known) =>
  locationGroups(typed, of).map(({ title, options }) => [title, ...options.map(textOrName)]);
const textOrName = (option: LocationOption) => textOf(option) ?? optionName(option);

it("offers the exact identifier with its rings, its place and the aircraft there", () => {
  expect(shown("MYF")).toEqual([
    ["Airfields", "KMYF", "Within 50 nm of KMYF", "Within 150 nm of KMYF"],
    ["Places", "San Diego CA"],
    [
      "Aircraft at KMYF",
      ...["Skyhawk", "Cirrus", "Archer"].map((name) => `Aircraft at K M Y F, ${name}, $150 per hour`),
    ],
  ]);
});

it("names each option with its group for screen readers", () => {
  const names = locationGroups("kmyf", known).flatMap(({ options }) => options.map(optionName));
  expect(names.slice(0, 4)).toEqual([
    "Airfield, K M Y F, Montgomery-Gibbs Executive, 4 aircraft",
    "Airfield, Within 50 nm of K M Y F, 4 aircraft",
    "Airfield, Within 150 nm of K M Y F, 5 aircraft",
    "Place, San Diego CA, 4 aircraft",
  ]);
});

it("says which airfields a ring holds, and offers no second that holds no more", () => {
  const rings = (typed: string) =>
    locationGroups(typed, known).flatMap(({ options }) =>
      options.flatMap((option) => (option.kind === "ring" ? [[option.within, option.fields, option.count]] : [])),
    );
  expect(rings("san")).toEqual([
    [50, "KMYF only", 4],
    [150, "KMYF and KVNY", 5],
  ]);
  expect(shown("san")[0]).toEqual([
    "Airfields",
    "KSAN",
    "Within 50 nm of KSAN",
    "Within 150 nm of KSAN",
    "KMYF",
    "CA47",
  ]);
});

it("offers places before the index and the aircraft are known, without counts", () => {
  const nothing: Known = { index: null, locations: [], held: null };
  expect(shown("die", nothing)).toEqual([["Places", "San Diego CA"]]);
  expect(shown("", nothing)[0]).toHaveLength(12);
  expect(locationGroups("die", nothing)[0]?.options.map(optionName)).toEqual(["Place, San Diego CA"]);
  expect(shown("myf", { ...known, held: null })).toEqual([
    ["Airfields", "KMYF"],
    ["Places", "San Diego CA"],
  ]);
});

it("[S053] [S225] finds places by any part, with a comma and double spaces, sorted and once", () => {
  const places = { index: null, held: null, locations: ["San Francisco CA", "Austin TX", "San Diego CA", "Austin TX"] };
  expect(shown("aN", places)).toEqual([["Places", "San Diego CA", "San Francisco CA"]]);
  expect(shown("san diego,  ca", places)).toEqual([["Places", "San Diego CA"]]);
  expect(shown(" ", places)[0]).toEqual(["Places", "Austin TX", "San Diego CA", "San Francisco CA"]);
  expect(shown("Oslo", places)).toEqual([]);
});
