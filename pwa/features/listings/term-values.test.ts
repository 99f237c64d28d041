import { expect, it } from "vitest";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";
import { newListing, readListing } from "./listing-values.ts";
import { isAsked, termsIn, termValuesOf } from "./term-values.ts";

const typed = { ...newListing(2026), name: "Archer", make: "Piper", model: "PA-28", location: "Phoenix AZ" };
const problems = (terms: ReturnType<typeof termValuesOf>) => readListing({ ...typed, terms }).problems;

it("shows stored terms as an owner types them, and reads them back", () => {
  const terms: RentalTerms = {
    ...{ fuel: "wet", fuelRepaidCents: 680, deposit: 1_000, checkoutTenths: 15, insurance: "owner", deductible: 0 },
  };
  const shown = termValuesOf(terms);
  expect(shown).toEqual({
    ...{ fuel: "wet", fuelRepaidCents: "6.80", deposit: "1000", checkoutTenths: "1.5", insurance: "owner" },
    deductible: "0",
  });
  expect(termsIn(shown)).toEqual(terms);
  expect(termsIn({ fuel: "wet", fuelRepaidCents: "$4.35", deposit: "1,500" })).toEqual({
    ...{ fuel: "wet", fuelRepaidCents: 435, deposit: 1_500 },
  });
});

it("states nothing for an empty form, and drops the condition of an absent term", () => {
  expect(termsIn({ fuel: "", deposit: " " })).toBeNull();
  expect(termsIn(undefined)).toBeNull();
  expect(termsIn({ fuel: "dry", fuelRepaidCents: "6.80", insurance: "renter", deductible: "500" })).toEqual({
    ...{ fuel: "dry", insurance: "renter" },
  });
  expect(["", "0", "1.5"].map((checkoutTenths) => isAsked("checkoutWith", { checkoutTenths }))).toEqual([
    ...[false, false, true],
  ]);
});

it("reports a problem at its own field", () => {
  expect(problems({ checkoutTenths: "1.55" })).toEqual({ checkoutTenths: "Enter hours such as 1.5" });
  expect(problems({ deposit: "a lot" })).toEqual({ deposit: "Enter a whole number" });
  expect(problems({ dailyMinHours: "30" })).toEqual({ dailyMinHours: "At most 24 hours" });
});
