// Field types that several schemas share, with the error texts for users.
import { z } from "zod";
import { grouped } from "./counted.ts";

/** PostgreSQL text cannot store NUL. */
const withoutNul = (value: string) => !value.includes("\u0000");

/** An id, converted to lower case: UUIDs in upper case are the same id. */
export const id = z.uuid().toLowerCase();

/** An id in the path of a query; a malformed one gets the answer for an unknown one. */
export const anyId = z.string().toLowerCase();

/** An ISO 8601 instant in UTC. PostgreSQL cannot store the year 0. */
export const instant = z.iso
  .datetime()
  .refine((time) => !time.startsWith("0000"), "Enter a time as YYYY-MM-DDThh:mm:ssZ");

/** An instant with any offset, converted to UTC with milliseconds. */
export function anyInstant(problem: string) {
  return z.iso.datetime({ offset: true, error: problem }).transform((time) => new Date(time).toISOString());
}

/** `YYYY-MM-DD` */
export const day = z.iso.date("Choose a day as YYYY-MM-DD");

/** Text of `min` to `max` characters that PostgreSQL can store. */
export function text(max: number, min = 0, missing = "This field is required") {
  return z
    .string()
    .min(min, missing)
    .max(max, `At most ${grouped(max)} characters`)
    .refine(withoutNul, "This text holds a character that can't be stored");
}

/** Trimmed text that must not be empty. */
export function requiredText(max: number, missing = "This field is required") {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(max, `At most ${grouped(max)} characters`)
    .refine(withoutNul, "This text holds a character that can't be stored");
}

/** A whole number from `min` (with a given error text) to 1,000,000. */
export function whole(min: number, tooSmall: string) {
  return z.int("Enter a whole number").min(min, tooSmall).max(1_000_000, "At most 1,000,000");
}

/** An email address, converted to lower case: comparisons ignore case. */
export const email = z
  .string()
  .trim()
  .max(254, "At most 254 characters")
  .pipe(z.email("Enter a valid email address"))
  .transform((address) => address.toLowerCase());

export const newPassword = z
  .string()
  .min(6, "Password must be at least 6 characters")
  .max(200, "At most 200 characters");

/** A field of a query string: empty text counts as absent, as a form sends it. */
export function absentWhenEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

/** An answer without a body. */
export const nothing = z.undefined();
