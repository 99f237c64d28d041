// A pilot's own certificates, ratings, medical, flight review, insurance and hours. They stay on the device.
import { z } from "zod";
import { day, requiredText } from "../../kit/fields.ts";
import { heldCertificates, medicals, ratings, type PaperName } from "./choices.ts";
import { typeName } from "./requirements.ts";

const HOURS_TEXT = "Enter hours such as 210.4";
const tenths = z.int(HOURS_TEXT).min(0, HOURS_TEXT).max(500_000, "At most 50,000 hours");

/** Days that a wallet can hold: a typing error in the year is refused. */
const walletDay = day.refine((value) => value >= "1940" && value < "2101", "Choose a day from 1940 to 2100");

/** One paper each; the names are those of `paperNames`. */
export const papers = {
  certificate: z.object({
    level: z.enum(heldCertificates, "Choose a certificate"),
    /** Category and class as on the certificate, such as ASEL. */
    classes: requiredText(60).optional(),
    number: requiredText(20).optional(),
  }),
  ratings: z.object({ ratings: z.array(z.enum(ratings)).min(1, "Choose at least one").max(ratings.length) }),
  medical: z.object({ class: z.enum(medicals, "Choose a class"), until: walletDay }),
  review: z.object({ on: walletDay }),
  insurance: z.object({
    insurer: requiredText(80).optional(),
    /** Hull coverage in whole dollars; zero for liability alone. */
    hull: z
      .int("Enter a whole number")
      .min(0, "Enter a whole number of dollars")
      .max(100_000_000, "At most $100,000,000"),
    until: walletDay,
  }),
  /** In tenths of an hour. */
  hours: z.object({
    total: tenths,
    pic: tenths.optional(),
    recent: tenths.optional(),
    /** In the 90 days before `countedOn`. */
    landings: z.int("Enter a whole number").min(0, "Enter a whole number").max(9_999, "At most 9,999").optional(),
    types: z.array(z.object({ type: typeName, hours: tenths })).max(40, "At most 40 types"),
    /** The day on which the pilot entered them. */
    countedOn: walletDay,
  }),
} satisfies Record<PaperName, z.ZodObject>;

export const wallet = z.object(papers).partial();
export type Wallet = z.infer<typeof wallet>;
export type Paper<Name extends PaperName> = z.infer<(typeof papers)[Name]>;
