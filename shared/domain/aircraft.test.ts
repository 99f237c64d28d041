import { expect, it } from "vitest";
import { aircraftListInput } from "./aircraft.ts";

it("removes repeated types, so that few different SQL statements exist", () => {
  const { types } = aircraftListInput.parse({ types: "jet,turboprop,jet,all,,jet" });
  expect(types).toEqual(["jet", "turboprop"]);
});
