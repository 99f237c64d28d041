import { describe, expect, it } from "vitest";
import { dollars, dollarsAndCents, priceOf } from "./money.ts";

describe("price", () => {
  it("[S310] adds ten percent and keeps two decimals", () => {
    expect(priceOf(345, 4)).toEqual({
      subtotal: 1380,
      fees: 138,
      total: 1518,
      totalPrice: 1518,
      feeCents: 13_800,
      totalCents: 151_800,
    });
    expect(priceOf(169, 3)).toEqual({
      subtotal: 507,
      fees: 50.7,
      total: 557.7,
      totalPrice: 558,
      feeCents: 5_070,
      totalCents: 55_770,
    });
  });

  it("rounds half a dollar up", () => {
    expect(priceOf(5, 1)).toMatchObject({ total: 5.5, totalPrice: 6 });
    expect(priceOf(4, 1)).toMatchObject({ total: 4.4, totalPrice: 4 });
  });

  it("formats dollars", () => {
    expect(dollars(2950)).toBe("$2,950");
    expect(dollarsAndCents(1518)).toBe("$1,518.00");
    expect(dollarsAndCents(50.7)).toBe("$50.70");
  });

  it("[S1327] formats every amount of cents as a formatter of English does", () => {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    for (let cents = 0; cents < 250_000; cents += 7)
      expect(dollarsAndCents(cents / 100)).toBe(format.format(cents / 100));
    expect(dollarsAndCents(1_234_567.89)).toBe("$1,234,567.89");
  });
});
