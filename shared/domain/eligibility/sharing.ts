// What of a pilot's wallet reaches the server: the papers that the pilot shares with one booking.
import { z } from "zod";
import { offlineCommand } from "../../kit/command.ts";
import { patchWhere } from "../../kit/entity.ts";
import { anyId, id, requiredText } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";
import { booking } from "../bookings.ts";
import { paperNames } from "./choices.ts";
import { MAX_PAGES, MAX_SCANS, MAX_SCAN_TITLE, MAX_SHARED_PAGES, scanKinds } from "./scan-rules.ts";
import { wallet } from "./wallet.ts";

const title = requiredText(MAX_SCAN_TITLE).optional();
/** A page that waits on the device, or one that the server has. */
const pageName = z.string().regex(/^(waiting-picture|page):[0-9a-f-]{36}$/, "This is no page");

/** A photographed paper to share, with the number of its pages. Without `pages` it stays as it was shared before. */
const sentScan = z.object({
  id,
  kind: z.enum(scanKinds),
  title,
  count: z.int().min(1).max(MAX_PAGES),
  pages: z.array(pageName).min(1).max(MAX_PAGES).optional(),
});
export type SentScan = z.infer<typeof sentScan>;

const isUnique = (scans: readonly SentScan[]) => new Set(scans.map((scan) => scan.id)).size === scans.length;
const sentScans = z
  .array(sentScan)
  .max(MAX_SCANS, `At most ${MAX_SCANS} papers`)
  .refine(isUnique, "Each paper once")
  .refine(
    (scans) => scans.reduce((sum, { pages = [] }) => sum + pages.length, 0) <= MAX_SHARED_PAGES,
    `At most ${MAX_SHARED_PAGES} pages with one request`,
  );

/** A photographed paper as the owner of a booking reads it; `pages` are the ids of its pages. */
export const sharedScan = z.object({ id, kind: z.enum(scanKinds), title, pages: z.array(id) });
export type SharedScan = z.infer<typeof sharedScan>;

/** `shared` names all papers that the owner may read from now on; others are withdrawn. One without a content in `papers` stays as it was. */
const share = z.object({
  id,
  shared: z.array(z.enum(paperNames)).max(paperNames.length),
  papers: wallet.optional(),
});
const shareLane = ({ id: bookingId }: { id: string }) => `papers:${bookingId}`;
/** Papers that were withdrawn before they were sent never leave the device. */
const newestShare = { "wallet.share": "replace", "wallet.shareScans": "replace" } as const;
type Shared = Pick<z.output<typeof share>, "id" | "shared"> & { scans?: SentScan[] | undefined };
/** It does not mark the booking as waiting: sharing is no step of it. */
const showShared = ({ id: bookingId, shared, scans }: Shared) => [
  patchWhere(booking, (row) => row.id === bookingId, {
    sharedPapers: shared,
    ...(scans && { sharedScans: scans.map((scan) => ({ id: scan.id, kind: scan.kind, pages: scan.count })) }),
  }),
];

export const walletCommands = {
  "wallet.share": offlineCommand({
    route: "PUT /api/bookings/:id/papers",
    access: "user",
    // `scans` names photographed papers as `shared` does the others; without it they stay. Devices of an earlier version send them.
    input: share.extend({ scans: sentScans.optional() }),
    result: booking.schema,
    notFound: { id: "booking-not-found" },
    lane: shareLane,
    squash: newestShare,
    optimistic: showShared,
  }),
  // With photographs. A server that does not know them refuses the name, and the device sends it again to the next one; of `wallet.share`
  // it would take the rest, and the photographs would be lost in silence.
  "wallet.shareScans": offlineCommand({
    route: "PUT /api/bookings/:id/papers-and-scans",
    access: "user",
    input: share.extend({ scans: sentScans }),
    result: booking.schema,
    notFound: { id: "booking-not-found" },
    lane: shareLane,
    squash: newestShare,
    optimistic: showShared,
  }),
};

export const walletQueries = {
  /** The papers of an open booking, for the owner alone. One that cannot be decrypted is absent. */
  "wallet.shared": query({
    route: "GET /api/bookings/:id/papers",
    access: "user",
    input: z.object({ id: anyId }),
    result: z.object({ papers: wallet, scans: z.array(sharedScan) }),
  }),
  /** One page as a JPEG. */
  "wallet.sharedPage": query({
    route: "GET /api/bookings/:id/papers/:page",
    access: "user",
    input: z.object({ id: anyId, page: anyId }),
    result: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    file: { type: "image/jpeg", name: "page.jpg" },
  }),
};
