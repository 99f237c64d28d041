import { expect, it } from "vitest";
import { entityIndexes } from "../person/mirrors.ts";
import { mirrorShapes } from "./person-store.ts";

it("counts a new version for every change of a mirrored entity or its indexes", () => {
  const shape = [...entityIndexes]
    .map(([name, indexes]) => (indexes.length > 0 ? `${name}: ${indexes.join(", ")}` : name))
    .sort()
    .join("; ");
  expect(mirrorShapes.at(-1)).toBe(shape);
  expect(new Set(mirrorShapes).size).toBe(mirrorShapes.length);
});
