import { expect, it } from "vitest";
import { initialsOf } from "./avatar.tsx";

it.each([
  ["Sofia Marques", "SM"],
  ["Marisol de la Vega", "MV"],
  ["cher", "C"],
  ["  Åsa  Öberg ", "ÅÖ"],
  ["", ""],
])("takes the initials of %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
