// Checks the committed shapes of the map against their sources, and against the airports of the locations.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { geoContains } from "d3-geo";
import { feature } from "topojson-client";
import { expect, it } from "vitest";
import type { MapShapes } from "../../pwa/client/airfields/map-shapes.ts";
import { mainAirports } from "../../shared/domain/airfields/home-airport.ts";
import { mapShapes, shapesFile } from "./prepare.mjs";

const text = readFileSync(shapesFile, "utf8");
const { states, around } = JSON.parse(text) as MapShapes;
const stateAt = (latitude: number, longitude: number) =>
  feature(states, states.objects.states).features.find((state) => geoContains(state, [longitude, latitude]))?.properties
    .name;
const isIn = (part: "countries" | "lakes", latitude: number, longitude: number) =>
  feature(around, around.objects[part]).features.some((one) => geoContains(one, [longitude, latitude]));

/** The last word of a location is the code of its state. */
const stateNames: Record<string, string> = {
  AZ: "Arizona",
  CA: "California",
  CO: "Colorado",
  FL: "Florida",
  GA: "Georgia",
  IL: "Illinois",
  TX: "Texas",
  WA: "Washington",
};

it("[S671] the committed shapes are those that the script makes of the packages", () => {
  expect(mapShapes() === text, "Run `node scripts/map-shapes.mjs` and commit the file.").toBe(true);
});

it.each(Object.entries(mainAirports))(
  "[S672] the airport of %s is in its state",
  (location, { latitude, longitude }) => {
    expect(stateAt(latitude, longitude)).toBe(stateNames[location.slice(-2)]);
  },
);

it("[S673] Alaska, Hawaii and Puerto Rico have shapes; Mexico and Canada are land, lakes and oceans are water", () => {
  expect(stateAt(64.815, -147.856)).toBe("Alaska");
  expect(stateAt(21.48, -158)).toBe("Hawaii");
  expect(stateAt(18.25, -66.3)).toBe("Puerto Rico");
  expect(isIn("countries", 31.5, -115.5)).toBe(true);
  expect(isIn("countries", 51, -114)).toBe(true);
  expect(isIn("lakes", 43.7, -77.8)).toBe(true);
  expect([stateAt(33, -119), isIn("countries", 33, -119)]).toEqual([undefined, false]);
});

it("takes at most 42 kB on the wire", () => {
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(42_000);
});
