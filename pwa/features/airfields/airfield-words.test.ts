import { describe, expect, it } from "vitest";
import type { Runway } from "../../../shared/domain/airfields.ts";
import { lightWords, plainNote } from "./airfield-words.ts";

describe("the FAA's notes about frequencies", () => {
  it.each([
    [
      "ALL RYS, EXCEPT RY 28R BTW 1800-0200Z++",
      "All runways, except runway 28R between 18:00–02:00 UTC, in summer an hour earlier",
    ],
    ["346-161 & DEP RWY 16L/34R", "346-161 and departures runway 16L/34R"],
    ["RWY 14R/32L & ALL IFR", "Runway 14R/32L and all IFR"],
    ["SOUTH BTN BUR 150-VNY 160", "South between BUR 150-VNY 160"],
    ["WEST BLW 3000 FT WHEN TWR CLSD", "West below 3000 ft when tower closed"],
    ["0400-1400Z", "04:00–14:00 UTC"],
    ["SFRA DEPARTURE 2RY", "SFRA DEPARTURE 2RY"],
  ])("[S769] %s becomes plain words, and identifiers stay", (note, words) => {
    expect(plainNote(note)).toBe(words);
  });
});

const runway = { id: "09/27", lengthFt: 1800, widthFt: 60 };

describe("the lights of a runway", () => {
  it.each<[Runway, string]>([
    [{ ...runway, lights: "Medium", ends: [{ id: "09" }, { id: "27", approachLights: "MALSR" }] }, "Medium, MALSR 27"],
    [{ ...runway, ends: [{ id: "09" }, { id: "27", approachLights: "MALSR" }] }, "Edge lights not published, MALSR 27"],
    [{ ...runway, ends: [{ id: "09" }, { id: "27" }] }, "Not published"],
  ])("[S770] a lacking fact is named as such: %j", (given, words) => {
    expect(lightWords(given)).toBe(words);
  });
});
