import { expect, it } from "vitest";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { isSameListing, newListing, readListing } from "./listing-values.ts";
import { requirementsIn, requirementValuesOf } from "./requirement-values.ts";

const typed = { ...newListing(2026), name: "Archer", make: "Piper", model: "PA-28", location: "Phoenix AZ" };
const problems = (requirements: ReturnType<typeof requirementValuesOf>) =>
  readListing({ ...typed, requirements }).problems;

it("[S681] shows stored requirements as an owner types them, and reads them back", () => {
  const stored: Requirements = {
    ...{ certificate: "private", ratings: ["instrument"], totalHours: 250, typeHours: 10, typeName: "SR22" },
    ...{ landings: 3, reviewMonths: 24, medical: "third", insuranceHull: 50_000 },
  };
  const shown = requirementValuesOf(stored);
  expect(shown).toMatchObject({ totalHours: "250", reviewMonths: "24", ratings: ["instrument"] });
  expect(readListing({ ...typed, requirements: shown }).form?.requirements).toEqual(stored);
  const typedLikePeople = { totalHours: " 1,250", insuranceHull: "$50,000", typeHours: "5", typeName: "c172" };
  expect(readListing({ ...typed, requirements: typedLikePeople }).form?.requirements).toEqual({
    ...{ totalHours: 1_250, insuranceHull: 50_000, typeHours: 5, typeName: "C172" },
  });
});

it("asks nothing with an empty form, and no type without hours in it", () => {
  expect([requirementsIn({ certificate: "", totalHours: " ", ratings: [] }), requirementsIn(undefined)]).toEqual([
    ...[null, null],
  ]);
  expect(requirementsIn({ typeName: "SR22", landings: "3" })).toEqual({ landings: 3 });
});

it("reports a problem at its own field", () => {
  expect(problems({ typeHours: "10" })).toEqual({ typeName: "Enter the type, such as C172" });
  expect(problems({ totalHours: "a lot" })).toEqual({ totalHours: "Enter a whole number" });
});

it("a form differs by its requirements alone, and a draft without them is the same as an empty one", () => {
  const { requirements: _, ...earlier } = typed;
  expect(isSameListing(typed, earlier)).toBe(true);
  expect(isSameListing(typed, { ...typed, requirements: { landings: "3" } })).toBe(false);
});
