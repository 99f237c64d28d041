// What an aircraft is rented on besides its hourly rate. A listing states them; a booking keeps those of its request.
import { z } from "zod";
import { whole } from "../../kit/fields.ts";

/** Whether the hourly rate includes fuel. */
export const fuelRates = ["wet", "dry"] as const;
/** The meter that counts the hours. */
export const timeMeters = ["hobbs", "tach"] as const;
export const checkoutPeople = ["owner", "cfi", "either"] as const;
/** Whose policy covers the flight. */
export const insurers = ["owner", "renter"] as const;
/** Until when bad weather cancels without a charge. */
export const weatherLimits = ["engine-start", "two-hours", "day-before", "none"] as const;
/** Where the pilot reports a defect. */
export const squawkReports = ["messages", "log"] as const;

const dollars = whole(0, "Enter a whole number of dollars");

const tenths = "Enter hours such as 1.5";

/** Every term may be absent: the owner has not stated it. Amounts in whole dollars, the fuel price in cents per gallon. */
export const rentalTerms = z.object({
  fuel: z.enum(fuelRates).optional(),
  /** The most that is repaid for a gallon of fuel bought elsewhere, in cents; only with a wet rate. */
  fuelRepaidCents: z
    .int("Enter a price such as 6.80")
    .min(1, "Enter a price above zero")
    .max(10_000, "At most $100")
    .optional(),
  timeCounted: z.enum(timeMeters).optional(),
  /** The least hours that are paid for a day away. */
  dailyMinHours: whole(1, "At least 1 hour").max(24, "At most 24 hours").optional(),
  deposit: dollars.optional(),
  /** Tenths of an hour of the first flight with the owner or an instructor; zero: none is asked. */
  checkoutTenths: z.int(tenths).min(0, tenths).max(100, "At most 10 hours").optional(),
  checkoutWith: z.enum(checkoutPeople).optional(),
  insurance: z.enum(insurers).optional(),
  /** What the pilot pays of a damage. */
  deductible: dollars.optional(),
  weather: z.enum(weatherLimits).optional(),
  squawks: z.enum(squawkReports).optional(),
});
export type RentalTerms = z.infer<typeof rentalTerms>;
