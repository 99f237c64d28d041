// What an owner asks of a pilot: a listing states the minima, and a booking keeps those of its request.
import { z } from "zod";
import { whole } from "../../kit/fields.ts";
import { certificates, medicals, ratings, REVIEW_MONTHS } from "./choices.ts";

/** A type as logbooks name it, such as C172 or PA28R. */
export const typeName = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{2,8}$/, "Enter a type such as C172");

/** Every minimum may be absent: the owner does not ask for it. */
export const requirements = z
  .object({
    certificate: z.enum(certificates).optional(),
    ratings: z.array(z.enum(ratings)).min(1).max(ratings.length).optional(),
    totalHours: whole(1, "At least 1 hour").max(50_000, "At most 50,000 hours").optional(),
    typeHours: whole(1, "At least 1 hour").max(10_000, "At most 10,000 hours").optional(),
    /** The type that `typeHours` counts. */
    typeName: typeName.optional(),
    /** In the 90 days before the flight. */
    landings: whole(1, "At least 1 landing").max(100, "At most 100 landings").optional(),
    /** The most months since the flight review. */
    reviewMonths: z.literal(REVIEW_MONTHS).optional(),
    medical: z.enum(medicals).optional(),
    /** Hull coverage of the renter's own insurance in whole dollars; zero: any renter insurance. */
    insuranceHull: z
      .int("Enter a whole number")
      .min(0, "Enter a whole number of dollars")
      .max(100_000_000, "At most $100,000,000")
      .optional(),
  })
  .refine((stated) => stated.typeHours === undefined || stated.typeName !== undefined, {
    path: ["typeName"],
    error: "Enter the type, such as C172",
  });
export type Requirements = z.infer<typeof requirements>;
