import { expect, it } from "vitest";
import { HERE, nearOf, nearText, type Near } from "./near.ts";

it("is the same search after it was written into the field and read again", () => {
  const searches: Near[] = [{ id: "KMYF" }, { id: "L18", within: 50 }, { id: HERE }, { id: HERE, within: 150 }];
  expect(searches.map(nearText)).toEqual([
    "KMYF",
    "Within 50 nm of L18",
    "Near my position",
    "Within 150 nm of my position",
  ]);
  expect(searches.map((near) => nearOf(nearText(near)))).toEqual(searches);
});

it("is not what begins a place, and not a name", () => {
  for (const text of ["", "aus", "myf", "San Diego CA", "KMYFX", "Within 50 nm of", "my position of KMYF"])
    expect(nearOf(text)).toBeUndefined();
});
