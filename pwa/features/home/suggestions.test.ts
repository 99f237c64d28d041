import { expect, it } from "vitest";
import { suggestLocations } from "./suggestions.ts";

const known = ["San Francisco CA", "Austin TX", "San Diego CA", "Austin TX"];

it("[S225] finds parts of names case-insensitively, sorted and without duplicates", () => {
  expect(suggestLocations(known, "aN").map((one) => one.location)).toEqual(["San Diego CA", "San Francisco CA"]);
});

it("marks the letters that match", () => {
  expect(suggestLocations(known, "die")).toEqual([
    { location: "San Diego CA", before: "San ", matched: "Die", after: "go CA" },
  ]);
});

it("offers every location for an empty field and none for an unknown text", () => {
  expect(suggestLocations(known, " ")).toHaveLength(3);
  expect(suggestLocations(known, "Oslo")).toEqual([]);
});

it("[S053] finds a name typed with a comma and double spaces", () => {
  const found = suggestLocations(known, "san diego,  ca");
  expect(found).toEqual([{ location: "San Diego CA", before: "", matched: "San Diego CA", after: "" }]);
  expect(suggestLocations(known, "Austin,")).toMatchObject([{ matched: "Austin", after: " TX" }]);
});
