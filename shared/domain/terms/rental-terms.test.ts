import { describe, expect, it } from "vitest";
import { rentalTerms } from "./rental-terms.ts";
import { isSameTerms, termsText, termWords } from "./rental-terms-rules.ts";

const stated = (terms: Parameters<typeof termWords>[0]) =>
  Object.fromEntries(termWords(terms).map(({ name, value, condition }) => [name, [value, condition]]));

describe("rental terms", () => {
  it("say fuel, meter, minimum, deposit, checkout, insurance, weather and squawks in the field's words", () => {
    expect(
      stated({
        ...{ fuel: "wet", fuelRepaidCents: 680, timeCounted: "hobbs", dailyMinHours: 3, deposit: 1_000 },
        ...{ checkoutTenths: 15, checkoutWith: "either", insurance: "owner", deductible: 2_500 },
        ...{ weather: "engine-start", squawks: "messages" },
      }),
    ).toEqual({
      Fuel: ["Wet, fuel included", "Bought away: repaid up to $6.80 / gal"],
      "Time counted": ["Hobbs", "To the tenth of an hour"],
      "Daily minimum": ["3 hours", "When kept overnight"],
      Deposit: ["$1,000", "Returned after the flight"],
      "Checkout flight": ["1.5 hours", "Once, with the owner or a CFI"],
      Insurance: ["Owner's policy", "You pay the first $2,500"],
      Weather: ["Cancel free", "By the PIC, up to engine start"],
      Squawks: ["Report in Messages", "Before the next flight"],
    });
  });

  it("name every term, also those that are not stated", () => {
    const values = [null, undefined, {}].map((terms) => termWords(terms).map(({ value }) => value));
    expect(values).toEqual(Array(3).fill(Array(8).fill(null)));
    expect(termsText(null)).toBe("Not stated");
  });

  it("tell nothing asked from not stated", () => {
    const {
      Deposit,
      "Checkout flight": checkout,
      Insurance,
    } = stated({
      ...{ deposit: 0, checkoutTenths: 0, insurance: "owner", deductible: 0 },
    });
    expect([Deposit, checkout, Insurance]).toEqual([
      ["None", undefined],
      ["None", undefined],
      ["Owner's policy", "No deductible"],
    ]);
    expect(stated({ checkoutTenths: 10, checkoutWith: "cfi" })["Checkout flight"]).toEqual([
      "1 hour",
      "Once, with a CFI",
    ]);
    expect(stated({ weather: "none" })["Weather"]).toEqual(["Charged", "As any other cancellation"]);
    expect(stated({ fuel: "dry", fuelRepaidCents: 680 })["Fuel"]).toEqual([
      "Dry, fuel not included",
      "You pay for what you burn",
    ]);
  });

  it("are equal in any order, and null equals nothing stated", () => {
    expect(isSameTerms({ fuel: "wet", deposit: 5 }, { deposit: 5, fuel: "wet", weather: undefined })).toBe(true);
    expect(isSameTerms(null, {})).toBe(true);
    expect(isSameTerms({ deposit: 5 }, { deposit: 6 })).toBe(false);
    expect(isSameTerms({ deposit: 0 }, null)).toBe(false);
  });

  it.each([
    [{ dailyMinHours: 25 }, "At most 24 hours"],
    [{ deposit: -1 }, "Enter a whole number of dollars"],
    [{ deposit: 2.5 }, "Enter a whole number"],
    [{ checkoutTenths: 101 }, "At most 10 hours"],
    [{ fuelRepaidCents: 0 }, "Enter a price above zero"],
  ])("refuse %j: %s", (terms, words) => {
    expect(rentalTerms.safeParse(terms).error?.issues[0]?.message).toBe(words);
  });
});
