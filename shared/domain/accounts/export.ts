// The export of all own data: a zip of JSON files, each with its schema here, and the pictures. docs/export.md describes it.
import { z } from "zod";
import { me, publicUser } from "../accounts.ts";
import { passkeysQueries } from "./passkeys.ts";
import { aircraft } from "../aircraft.ts";
import { block, plan } from "../availability.ts";
import { booking } from "../bookings.ts";
import { copyQueries } from "../eligibility/copy.ts";
import { sharedScan } from "../eligibility/sharing.ts";
import { wallet } from "../eligibility/wallet.ts";
import { favorite } from "../favorites.ts";
import { message } from "../messages.ts";
import { noticesQueries, noticeSettings } from "../notices.ts";
import { review } from "../reviews.ts";
import { blockedPerson } from "../safety/blocking.ts";
import { search } from "../searches.ts";
import { instant } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";

/** Grows when a file changes in a way that its readers must know. */
export const EXPORT_FORMAT = 1;

/** The rows that devices keep, one file for each kind of row. */
export const exportedRows = {
  "profile.json": me,
  "people.json": publicUser,
  "favorites.json": favorite,
  "messages.json": message,
  "bookings.json": booking,
  "aircraft.json": aircraft,
  "searches.json": search,
  "plans.json": plan,
  "blocks.json": block,
  "blocked-people.json": blockedPerson,
} as const;

const picture = z.object({ file: z.string(), path: z.string(), createdAt: instant });

/** The papers that a booking shows its owner, with the files of their pages; without a booking, pages that none shows yet. */
export const exportedPapers = z.object({
  bookingId: z.string().nullable(),
  papers: wallet,
  scans: z.array(sharedScan),
  files: z.array(z.string()),
});

/** The schema of each JSON file. Files of rows have a list. */
export const exportedFiles = {
  "about.json": z.object({ format: z.literal(EXPORT_FORMAT), exportedAt: instant, userId: z.string() }),
  ...(Object.fromEntries(
    Object.entries(exportedRows).map(([file, { schema }]) => [file, z.array(schema as z.ZodType)]),
  ) as Readonly<Record<string, z.ZodType>>),
  "reviews.json": z.array(review.schema),
  "settings.json": noticeSettings,
  "devices.json": noticesQueries["sessions.own"].result,
  "passkeys.json": passkeysQueries["account.passkeys"].result,
  "wallet.json": copyQueries["wallet.own"].result,
  "papers.json": z.array(exportedPapers),
  "pictures.json": z.array(picture),
};

export const exportQueries = {
  "account.export": query({
    route: "GET /api/account/export",
    access: "user",
    input: z.object({}),
    /** The bytes of the zip. */
    result: z.custom<AsyncIterable<Uint8Array>>(),
    file: { type: "application/zip", name: "tailhour-export.zip", isStreamed: true },
  }),
};
