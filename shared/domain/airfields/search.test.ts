import { describe, expect, it } from "vitest";
import type { AirfieldIndexFile } from "./index-file.ts";
import { matchedIdentifier, matchedParts, prepareIndex, rowOf, searchAirfields, type TextPart } from "./search.ts";

type Row = [faaId: string, icao: string, name: string, city: string, kind: string];

const rows: readonly Row[] = [
  ["CA47", "", "San Diego Police Headquarters", "San Diego", "h"],
  ["MYF", "KMYF", "Montgomery-Gibbs Executive", "San Diego", "A"],
  ["SAN", "KSAN", "San Diego International", "San Diego", "A"],
  ["SEE", "KSEE", "Gillespie Field", "San Diego/El Cajon", "A"],
  ["L18", "", "Fallbrook Community Airpark", "Fallbrook", "A"],
  ["ORD", "KORD", "Chicago O'Hare International", "Chicago", "A"],
  ["ANC", "PANC", "Ted Stevens Anchorage International", "Anchorage", "A"],
  ["MYX", "", "My Own Strip", "Kearny", "a"],
];

const file: AirfieldIndexFile = {
  cycle: "2026-09-03",
  zones: ["America/Los_Angeles"],
  faaId: rows.map(([faaId]) => faaId).join(" "),
  icao: rows.map(([faaId, icao]) => (icao === `K${faaId}` ? "K" : icao)).join(" "),
  name: rows.map(([, , name]) => name).join("\n"),
  city: rows.map(([, , , city], row) => (rows[row - 1]?.[3] === city ? "" : city)).join("\n"),
  state: `CA${"\n".repeat(rows.length - 1)}`,
  kind: rows.map((row) => row[4]).join(""),
  zone: rows.map(() => 0),
  latitude: [32_816, 1, 2, 3, 4, 5, 6, 7],
  longitude: [-117_140, 0, 0, 0, 0, 0, 0, -5],
  elevation: rows.map(() => 10),
};

function prepared(of: AirfieldIndexFile) {
  const steps = prepareIndex(of);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const index = prepared(file);
const ids = (typed: string, most = 8) => searchAirfields(index, typed, most).map(({ id }) => id);

describe("an index", () => {
  it("unpacks its columns", () => {
    expect(index.ids).toEqual(["CA47", "KMYF", "KSAN", "KSEE", "L18", "KORD", "PANC", "MYX"]);
    expect(index.cities[1]).toBe("San Diego");
    expect(new Set(index.states)).toEqual(new Set(["CA"]));
    expect([...index.latitudes.slice(0, 3)]).toEqual([32.816, 32.817, 32.819]);
    expect(index.longitudes[7]).toBe(-117.145);
  });

  it("prepares a row of every size of step", () => {
    const many = 6001;
    const repeated = (of: string, separator: string) => Array.from({ length: many }, () => of).join(separator);
    const large = prepared({
      ...file,
      faaId: Array.from({ length: many }, (_, row) => row.toString(36).toUpperCase().padStart(4, "0")).join(" "),
      icao: " ".repeat(many - 1),
      name: `${repeated("Alpha", "\n").slice(0, -5)}Omega`,
      city: `Here${"\n".repeat(many - 1)}`,
      state: `CA${"\n".repeat(many - 1)}`,
      kind: repeated("A", ""),
      zone: Array.from({ length: many }, () => 0),
      latitude: Array.from({ length: many }, () => 0),
      longitude: Array.from({ length: many }, () => 0),
      elevation: Array.from({ length: many }, () => null),
    });
    expect(searchAirfields(large, "omega", 5).map(({ row }) => row)).toEqual([many - 1]);
    expect(searchAirfields(large, "alpha", 10_000)).toHaveLength(many - 1);
  });
});

describe("a search", () => {
  it("finds an identifier of ICAO or the FAA, exact ones first", () => {
    expect(ids("MYF")).toEqual(["KMYF"]);
    expect(ids("kmyf")).toEqual(["KMYF"]);
    expect(ids("my")).toEqual(["KMYF", "MYX"]);
    expect(ids("san")[0]).toBe("KSAN");
    expect(ids("ANC")).toEqual(["PANC"]);
    expect(ids("l18")).toEqual(["L18"]);
  });

  it("finds words of names and cities in any order, public airports before heliports", () => {
    expect(ids("san diego")).toEqual(["KSAN", "KMYF", "KSEE", "CA47"]);
    expect(ids("diego gibbs")).toEqual(["KMYF"]);
    expect(ids("ohare")).toEqual(["KORD"]);
    expect(ids("o'hare")).toEqual(["KORD"]);
    expect(ids("montgomery gibbs")).toEqual(["KMYF"]);
    expect(ids("ontgomery")).toEqual([]);
  });

  it("returns at most what is wanted, each airfield once", () => {
    expect(ids("san diego", 2)).toEqual(["KSAN", "KMYF"]);
    expect(ids("ca")).toHaveLength(rows.length);
    expect(new Set(ids("m")).size).toBe(ids("m").length);
  });

  it("finds nothing for nothing", () => {
    expect([ids(""), ids(" -' "), ids("xyzzy")]).toEqual([[], [], []]);
  });

  it("looks an identifier up", () => {
    expect([rowOf(index, "myf"), rowOf(index, "KMYF"), rowOf(index, "M"), rowOf(index, "XXX")]).toEqual([
      1,
      1,
      null,
      null,
    ]);
  });
});

describe("matched letters", () => {
  const marked = (parts: readonly TextPart[]) =>
    parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

  it("are those that begin a word of the name", () => {
    expect(marked(matchedParts("Montgomery-Gibbs Executive", "gib mont"))).toBe("[Mont]gomery-[Gib]bs Executive");
    expect(marked(matchedParts("Chicago O'Hare International", "ohar"))).toBe("Chicago [O'Har]e International");
    expect(marked(matchedParts("Van Nuys", ""))).toBe("Van Nuys");
  });

  it("of an identifier may follow its first letter", () => {
    expect(["kmyf", "MYF", "km", "yf"].map((typed) => marked(matchedIdentifier("KMYF", typed)))).toEqual([
      "[KMYF]",
      "K[MYF]",
      "[KM]YF",
      "KMYF",
    ]);
  });
});
