import { describe, expect, it } from "vitest";
import { MalformedIndex, readIndexFile, unpackColumns, writeIndexFile, type AirfieldIndexFile } from "./index-file.ts";

const file: AirfieldIndexFile = {
  cycle: "2026-09-03",
  zones: ["America/Los_Angeles"],
  faaId: "MYF L18",
  icao: "K ",
  name: 'Montgomery-Gibbs Executive\nFallbrook "Community"',
  city: "San Diego\nFallbrook",
  state: "CA\n",
  kind: "AA",
  zone: [0, 0],
  latitude: [32_816, 538],
  longitude: [-117_140, -111],
  elevation: [427, null],
};

function run<T>(steps: Generator<undefined, T>): { value: T; count: number } {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done) return { value: step.value, count };
  }
}

describe("the file of an index", () => {
  it("is JSON with a line per column, which is a step of reading it", () => {
    const text = writeIndexFile(file);
    expect(JSON.parse(text)).toEqual(file);
    const { value, count } = run(readIndexFile(text));
    expect(value).toEqual(file);
    expect(count).toBeGreaterThan(Object.keys(file).length);
  });

  it("is unpacked into columns of one length", () => {
    const { value } = run(unpackColumns(file));
    expect(value).toMatchObject({ ids: ["KMYF", "L18"], states: ["CA", "CA"], elevation: [427, null] });
    expect([...value.latitudes]).toEqual([32.816, 33.354]);
  });

  it("is refused when it is no index, lacks a column or has columns of different lengths", () => {
    const { kind: _, ...lacking } = file;
    const texts = ["<!doctype html>", "", "null", "[]", JSON.stringify(file).slice(0, 80), JSON.stringify(lacking)];
    for (const text of texts) expect(() => run(readIndexFile(text))).toThrow(MalformedIndex);
    for (const wrong of [{ kind: "A" }, { zone: [0] }, { name: "One" }, { latitude: [1, 2, 3] }])
      expect(() => run(unpackColumns({ ...file, ...wrong }))).toThrow(MalformedIndex);
  });
});
