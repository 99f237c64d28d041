// Field types that several subjects share, with the sentences people read when a value does not fit.
import { z } from "zod";

/** NUL cannot be stored in PostgreSQL text. */
const withoutNul = (value: string) => !value.includes("\u0000");

/** The same id in capitals is the same id: kept in small letters, as it is compared, stored and told. */
export const id = z.uuid().toLowerCase();

/** An id in the path of a read, where a malformed one is answered like an unknown one. */
export const anyId = z.string().toLowerCase();

/** An ISO 8601 instant in UTC. The year 0 can be written, but not stored. */
export const instant = z.iso
  .datetime()
  .refine((time) => !time.startsWith("0000"), "Enter a time as YYYY-MM-DDThh:mm:ssZ");

/** `YYYY-MM-DD` */
export const day = z.iso.date("Choose a day as YYYY-MM-DD");

/** Text of `min` to `max` characters that PostgreSQL can hold. */
export function text(max: number, min = 0, missing = "This field is required") {
  return z
    .string()
    .min(min, missing)
    .max(max, `At most ${max.toLocaleString("en-US")} characters`)
    .refine(withoutNul, "This text holds a character that can't be stored");
}

/** Text that must hold something besides white space; kept trimmed. */
export function requiredText(max: number, missing = "This field is required") {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(max, `At most ${max.toLocaleString("en-US")} characters`)
    .refine(withoutNul, "This text holds a character that can't be stored");
}

/** A whole number from `min` (with its own sentence) to 1,000,000. */
export function whole(min: number, tooSmall: string) {
  return z.int("Enter a whole number").min(min, tooSmall).max(1_000_000, "At most 1,000,000");
}

/** Addresses are compared without case, so they are kept in lower case. */
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

/** An answer without a body. */
export const nothing = z.undefined();
