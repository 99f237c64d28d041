// The price of a booking: rates in whole dollars per hour, fees in cents.
import { grouped } from "./counted.ts";

const FEE_PERCENT = 10;

export type Price = {
  /** Dollars: rate × hours. */
  subtotal: number;
  /** Dollars with cents: 10 % of the subtotal. */
  fees: number;
  /** Dollars with cents. */
  total: number;
  /** The stored total: whole dollars, rounded half up. */
  totalPrice: number;
  feeCents: number;
  totalCents: number;
};

/** The price of a booking. Rate in whole dollars per hour, hours a whole number. */
export function priceOf(hourlyRate: number, hours: number): Price {
  const subtotal = hourlyRate * hours;
  const feeCents = subtotal * FEE_PERCENT;
  const totalCents = subtotal * 100 + feeCents;
  return {
    subtotal,
    fees: feeCents / 100,
    total: totalCents / 100,
    totalPrice: Math.floor((totalCents + 50) / 100),
    feeCents,
    totalCents,
  };
}

/** `1150` → `$1,150`; cents are rounded. */
export function dollars(amount: number): string {
  return `$${grouped(Math.round(amount))}`;
}

/** `1380` → `$1,380.00`; for amounts of whole cents, which are not negative. */
export function dollarsAndCents(amount: number): string {
  const cents = Math.round(amount * 100);
  return `$${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}
