// What of a pilot's wallet reaches the server: the papers that the pilot shares with one booking.
import { z } from "zod";
import { offlineCommand } from "../../kit/command.ts";
import { patchWhere } from "../../kit/entity.ts";
import { anyId, id } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";
import { booking } from "../bookings.ts";
import { paperNames } from "./choices.ts";
import { wallet } from "./wallet.ts";

export const walletCommands = {
  "wallet.share": offlineCommand({
    route: "PUT /api/bookings/:id/papers",
    access: "user",
    // `shared` names all papers that the owner may read from now on; others are withdrawn. One without a content in `papers` stays as
    // it was shared before: the device lacks it.
    input: z.object({ id, shared: z.array(z.enum(paperNames)).max(paperNames.length), papers: wallet.optional() }),
    result: booking.schema,
    notFound: { id: "booking-not-found" },
    lane: ({ id: bookingId }) => `papers:${bookingId}`,
    // Papers that were withdrawn before they were sent never leave the device.
    squash: { "wallet.share": "replace" },
    // It does not mark the booking as waiting: sharing is no step of it.
    optimistic: ({ id: bookingId, shared }) => [
      patchWhere(booking, (row) => row.id === bookingId, { sharedPapers: shared }),
    ],
  }),
};

export const walletQueries = {
  /** The papers of an open booking, for the owner alone. One that cannot be decrypted is absent. */
  "wallet.shared": query({
    route: "GET /api/bookings/:id/papers",
    access: "user",
    input: z.object({ id: anyId }),
    result: z.object({ papers: wallet }),
  }),
};
