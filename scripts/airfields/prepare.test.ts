// Compares the prepared files with the package's data.
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { airfield } from "../../shared/domain/airfields.ts";
import { airportOf, mainAirports } from "../../shared/domain/airfields/home-airport.ts";
import { POSITION_STEPS, type AirfieldIndexFile } from "../../shared/domain/airfields/index-file.ts";
import {
  prepareIndex,
  rowOf,
  searchAirfields,
  typedWords,
  type AirfieldIndex,
} from "../../shared/domain/airfields/search.ts";
import { demoAirports } from "../../sync-server/db/seed/demo-airports.ts";
import { openAirfieldFacts } from "../../sync-server/domain/airfields/facts-file.ts";
import { preparedFiles } from "./prepare.ts";
import { readAirports, type AirportRecord } from "./records.ts";

/** Identifier, name and time zone of fields that pilots know, some of them near a border of time zones. */
const known: readonly (readonly [id: string, name: string, zone: string])[] = [
  ["KPDK", "Dekalb-Peachtree", "America/New_York"],
  ["KEDC", "Austin Executive", "America/Chicago"],
  ["KPWK", "Chicago Executive", "America/Chicago"],
  ["KADS", "Addison", "America/Chicago"],
  ["KAPA", "Centennial", "America/Denver"],
  ["KVNY", "Van Nuys", "America/Los_Angeles"],
  ["KTMB", "Miami Executive", "America/New_York"],
  ["KDVT", "Phoenix Deer Valley", "America/Phoenix"],
  ["KMYF", "Montgomery-Gibbs Executive", "America/Los_Angeles"],
  ["KSQL", "San Carlos", "America/Los_Angeles"],
  ["KBFI", "Boeing Field/King County International", "America/Los_Angeles"],
  ["KJFK", "John F Kennedy International", "America/New_York"],
  ["KLAX", "Los Angeles International", "America/Los_Angeles"],
  ["KORD", "Chicago O'Hare International", "America/Chicago"],
  ["KATL", "Hartsfield/Jackson Atlanta International", "America/New_York"],
  ["KDEN", "Denver International", "America/Denver"],
  ["KSFO", "San Francisco International", "America/Los_Angeles"],
  ["KSEA", "Seattle-Tacoma International", "America/Los_Angeles"],
  ["KBOS", "General Edward Lawrence Logan International", "America/New_York"],
  ["KSAN", "San Diego International", "America/Los_Angeles"],
  ["KOSH", "Wittman Regional", "America/Chicago"],
  ["KTEB", "Teterboro", "America/New_York"],
  ["KPAO", "Palo Alto", "America/Los_Angeles"],
  ["KFFZ", "Falcon Field", "America/Phoenix"],
  ["PANC", "Ted Stevens Anchorage International", "America/Anchorage"],
  ["PHNL", "Daniel K Inouye International", "Pacific/Honolulu"],
  ["PADK", "Adak", "America/Adak"],
  ["TJSJ", "Luis Munoz Marin International", "America/Puerto_Rico"],
  ["PGUM", "Guam International", "Pacific/Guam"],
  // Indiana keeps eastern time except in two corners; Kentucky, Tennessee and Florida are divided.
  ["KGYY", "Gary/Chicago International", "America/Chicago"],
  ["KSBN", "South Bend International", "America/Indiana/Indianapolis"],
  ["KEVV", "Evansville Regional", "America/Chicago"],
  ["KLOU", "Bowman Field", "America/Kentucky/Louisville"],
  ["KCHA", "Lovell Field", "America/New_York"],
  ["KBNA", "Nashville International", "America/Chicago"],
  ["KPNS", "Pensacola International", "America/Chicago"],
  ["KTLH", "Tallahassee International", "America/New_York"],
  // Navajo fields change their clocks, Arizona around them does not.
  ["KRQE", "Window Rock", "America/Denver"],
  ["KFLG", "Flagstaff Pulliam", "America/Phoenix"],
  ["KENV", "Wendover", "America/Denver"],
  ["KONO", "Ontario Municipal", "America/Boise"],
  ["KELP", "El Paso International", "America/Denver"],
];

let index: AirfieldIndex;
let bytes: Buffer;
let records: Map<string, AirportRecord>;
let count: number;
const facts = openAirfieldFacts(preparedFiles.facts, () => undefined);
afterAll(() => facts.close());

beforeAll(() => {
  bytes = readFileSync(preparedFiles.index);
  const steps = prepareIndex(JSON.parse(bytes.toString("utf8")) as AirfieldIndexFile);
  let step = steps.next();
  while (!step.done) step = steps.next();
  index = step.value;
  const { airports } = readAirports();
  count = airports.length;
  records = new Map(airports.map((record) => [record.icao ?? record.faaId, record]));
});

describe("the prepared index", () => {
  it("has every open airfield once", () => {
    expect(index.ids).toHaveLength(count);
    expect(new Set(index.ids)).toEqual(new Set(records.keys()));
    for (const column of [index.faaIds, index.names, index.cities, index.states, index.zone, index.elevation])
      expect(column).toHaveLength(count);
  });

  it("has the position, zone, city and elevation of the package for every airfield", () => {
    let farthest = 0;
    const letters = (text: string) => text.toUpperCase().replaceAll(" ", "");
    const different = index.ids.filter((id, row) => {
      const record = records.get(id)!;
      const offsets = [index.latitudes[row]! - record.lat, index.longitudes[row]! - record.lon].map(Math.abs);
      farthest = Math.max(farthest, ...offsets);
      return (
        index.faaIds[row] !== record.faaId ||
        letters(index.cities[row]!) !== letters(record.city) ||
        index.states[row] !== (record.state ?? record.country) ||
        index.zones[index.zone[row]!] !== record.timezone ||
        index.elevation[row] !== (record.elevationFt === undefined ? null : Math.round(record.elevationFt))
      );
    });
    expect(different).toEqual([]);
    expect(farthest).toBeLessThanOrEqual(0.000501);
  });

  it("is smaller than 400 kB on the wire, however it is compressed", () => {
    expect(brotliCompressSync(bytes).length).toBeLessThan(400_000);
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(400_000);
  });

  it("[S982] ends a search as soon as no better airfield can follow", () => {
    for (const typed of ["s", "la", "county a", "x", "st j", "o'hare", "ranch", "memorial hospital", "zz"])
      for (const most of [1, 4, 7])
        expect(searchAirfields(index, typed, most)).toEqual(searchAirfields(index, typed, 300).slice(0, most));
    const words = (row: number) => typedWords(`${index.names[row]} ${index.cities[row]} ${index.states[row]}`);
    for (const typed of ["san diego", "memorial hospital", "county airport"]) {
      const begins = (row: number) =>
        typedWords(typed).every((part) => words(row).some((word) => word.startsWith(part)));
      const all = [...index.ids.keys()].filter(begins);
      expect(
        searchAirfields(index, typed, all.length + 1)
          .map(({ row }) => row)
          .sort((a, b) => a - b),
      ).toEqual(all);
    }
  });

  it("finds an airfield by both identifiers in any case", () => {
    const row = rowOf(index, "KMYF");
    expect(row).not.toBeNull();
    for (const typed of ["kmyf", "MYF", " myf "]) expect(rowOf(index, typed)).toBe(row);
    expect(rowOf(index, "ANC")).toBe(rowOf(index, "panc"));
    for (const typed of ["", "K", "MYFF", "F KM", "no such"]) expect(rowOf(index, typed)).toBeNull();
  });
});

describe("known airfields", () => {
  it("are at least thirty", () => expect(known.length).toBeGreaterThanOrEqual(30));

  it.each(known)("%s is %s in %s", async (id, name, zone) => {
    const row = rowOf(index, id)!;
    expect([index.names[row], index.zones[index.zone[row]!]]).toEqual([name, zone]);
    expect(searchAirfields(index, id, 5)[0]).toMatchObject({ id, name });
    const record = records.get(id)!;
    const found = airfield.parse(await facts.find(record.faaId));
    expect(found).toMatchObject({ id, faaId: record.faaId, name, zone, elevationFt: record.elevationFt });
    expect(found.runways.map(({ id: runway }) => runway).sort()).toEqual(record.runways.map((one) => one.id).sort());
    for (const { id: runway, lengthFt, widthFt } of record.runways)
      expect(found.runways.find((one) => one.id === runway)).toMatchObject({ lengthFt, widthFt });
  });
});

/** An airfield as aircraft carry it. */
async function asCarried(identifier: string) {
  const { id, name, latitude, longitude, zone, elevationFt } = (await facts.find(identifier))!;
  const inSteps = (degrees: number) => Math.round(degrees * POSITION_STEPS) / POSITION_STEPS;
  return { carried: { id, name, latitude: inSteps(latitude), longitude: inSteps(longitude), zone }, elevationFt };
}

describe("main airports of locations", () => {
  it.each(Object.entries(mainAirports))("[S604] %s has the one that the FAA publishes", async (location, airport) => {
    const { carried, elevationFt } = await asCarried(airport.id);
    expect(airport).toEqual({ ...carried, elevationFt });
    expect(airportOf({ location })).toEqual({ ...carried, elevationFt });
  });

  it("[S605] have the identifiers of the specification's order", () => {
    expect(Object.values(mainAirports).map(({ id }) => id)).toEqual(
      "KPDK KEDC KPWK KADS KAPA KVNY KTMB KDVT KMYF KSQL KBFI".split(" "),
    );
  });
});

test.each(Object.values(demoAirports))("the demo has $id as the FAA publishes it", async (airport) => {
  expect(airport).toEqual((await asCarried(airport.id)).carried);
});

describe("the facts", () => {
  it("of KMYF are those that the FAA publishes", async () => {
    expect(await facts.find("myf")).toMatchObject({
      id: "KMYF",
      elevationFt: 427.3,
      hasTower: true,
      fuels: ["100LL", "UL94", "Jet A"],
      ctaf: [{ mhz: 119.2 }],
      tower: [{ mhz: 119.2 }, { mhz: 125.7 }],
      ground: [{ mhz: 118.225 }],
      atis: [{ mhz: 126.9 }],
      weather: [{ mhz: 126.9, note: "ASOS" }],
      clearance: [{ mhz: 123.725 }],
      approach: [{ mhz: 124.35 }],
      departure: [{ mhz: 119.6 }],
      unicom: [{ mhz: 123.075 }],
    });
  });

  it("of an unknown or malformed identifier are none", async () => {
    for (const id of ["ZZZZ", "", "../etc", "KMYFX", "🛩"]) expect(await facts.find(id)).toBeNull();
  });

  it("are of the contract's shape for every airfield", async () => {
    const wrong: string[] = [];
    for (const id of records.keys()) if (airfield.safeParse(await facts.find(id)).data?.id !== id) wrong.push(id);
    expect(wrong).toEqual([]);
  });
});
