import { expect, it } from "vitest";
import { aircraftListInput } from "./aircraft.ts";

it("a type that is asked for twice is asked for once, so that a list has as many shapes as there are types", () => {
  const { types } = aircraftListInput.parse({ types: "jet,turboprop,jet,all,,jet" });
  expect(types).toEqual(["jet", "turboprop"]);
});
