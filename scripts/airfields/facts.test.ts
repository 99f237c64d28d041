import { expect, test } from "vitest";
import { factsOf, surfaceWords } from "./facts.ts";
import type { AirportRecord } from "./records.ts";

const strip: AirportRecord = {
  faaId: "9X9",
  name: "LAZY J",
  facilityType: "AIRPORT",
  useType: "PRIVATE",
  status: "OPEN",
  city: "NOWHERE",
  country: "US",
  lat: 30,
  lon: -100,
  timezone: "America/Chicago",
  runways: [{ id: "09/27", lengthFt: 1800, widthFt: 60, ends: [{ id: "09" }, { id: "27" }] }],
  frequencies: [],
};

test("what the FAA does not publish is absent, not zero and not no", () => {
  expect(JSON.parse(JSON.stringify(factsOf(strip, "2026-09-03")))).toEqual({
    id: "9X9",
    faaId: "9X9",
    name: "Lazy J",
    city: "Nowhere",
    state: "US",
    kind: "airport",
    isPrivate: true,
    latitude: 30,
    longitude: -100,
    zone: "America/Chicago",
    runways: [{ id: "09/27", lengthFt: 1800, widthFt: 60, ends: [{ id: "09" }, { id: "27" }] }],
    cycle: "2026-09-03",
  });
});

test("frequencies are those that civil radios tune, each once, with the part of the field they serve", () => {
  const facts = factsOf(
    {
      ...strip,
      frequencies: [
        { frequencyMhz: 119.3, use: "LCL/P IC", sectorization: "RWY 16R/34L" },
        { frequencyMhz: 120.2, use: "LCL/P" },
        { frequencyMhz: 120.2, use: "LCL/P", sectorization: "again" },
        { frequencyMhz: 269.4, use: "LCL/P" },
        { frequencyMhz: 124.6, use: "APCH/P DEP/P" },
        { frequencyMhz: 126.9, use: "D-ATIS" },
        { frequencyMhz: 126.9, use: "XYZ AWOS-3PT" },
        { frequencyMhz: 124.35, use: "CLASS B" },
        { frequencyMhz: 113.1, use: "VNY VOR/DME" },
      ],
    },
    "2026-09-03",
  );
  expect(facts).toMatchObject({
    tower: [{ mhz: 119.3, note: "RWY 16R/34L" }, { mhz: 120.2 }],
    approach: [{ mhz: 124.6 }],
    departure: [{ mhz: 124.6 }],
    atis: [{ mhz: 126.9 }],
    weather: [{ mhz: 126.9, note: "AWOS-3PT" }],
  });
  expect(facts.tower).toHaveLength(2);
  expect(facts.ground).toBeUndefined();
});

test("fuels with additives are one fuel, in the order of the screen; an unknown code stays as it is", () => {
  expect(factsOf({ ...strip, fuelTypes: "A,A+,100LL,UL94,X9" }, "2026-09-03").fuels).toEqual([
    "100LL",
    "UL94",
    "Jet A",
    "X9",
  ]);
});

test("surfaces are words", () => {
  expect(["ASPH", "ASPH-TURF", "CONC-TRTD", "GRVL", "WATER", "ROOF-TOP"].map(surfaceWords)).toEqual([
    "Asphalt",
    "Asphalt and turf",
    "Concrete, treated",
    "Gravel",
    "Water",
    "Rooftop",
  ]);
});

test("variation to the west is negative", () => {
  const variation = (magneticVariationDeg: number, magneticVariationDirection: "E" | "W") =>
    factsOf({ ...strip, magneticVariationDeg, magneticVariationDirection }, "2026-09-03").magneticVariation;
  expect([variation(12, "E"), variation(12, "W"), variation(0, "W")]).toEqual([12, -12, 0]);
});
