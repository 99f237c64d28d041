import { z } from "zod";
import { offlineCommand, onlineCommand } from "../kit/command.ts";
import { defineEntity, patch, patchWhere } from "../kit/entity.ts";
import { id, instant, requiredText } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { booking } from "./bookings.ts";
import { LONGEST_COMMENT, LONGEST_REPLY } from "./reviews-rules.ts";

const targetType = z.enum(["aircraft", "user"], "Choose what the review is about");
/** Whole stars. */
const rating = z.int("Choose 1 to 5 stars").min(1, "Choose 1 to 5 stars").max(5, "Choose 1 to 5 stars");

/**
 * `bookingId` is null only for reviews of the demo data. A review without `visibleAt` is hidden: only its author reads it, and
 * may change it. `reply` is the public reply of the reviewed.
 */
export const review = defineEntity({
  name: "reviews",
  key: "id",
  schema: z.object({
    id,
    aircraftId: id.nullable(),
    userId: id.nullable(),
    bookingId: id.nullable(),
    targetType,
    targetId: id,
    rating,
    comment: z.string(),
    createdAt: instant,
    visibleAt: instant.nullable(),
    reply: z.string().nullable(),
    repliedAt: instant.nullable(),
  }),
});
export type Review = z.infer<typeof review.schema>;

/** A review on the detail page. Dates are ISO 8601. */
export const reviewCard = z.object({
  id,
  userName: z.string(),
  userAvatar: z.string().nullable(),
  rating: z.int(),
  date: instant,
  comment: z.string(),
  /** The owner's reply, if there is one. */
  reply: z.object({ content: z.string(), date: instant }).optional(),
});
export type ReviewCard = z.infer<typeof reviewCard>;

export const reviewsCommands = {
  "reviews.write": offlineCommand({
    route: "POST /api/reviews",
    access: "user",
    status: 201,
    // A second one of the same author about the same target changes the first, until it is visible.
    input: z.object({
      id: id.optional(),
      bookingId: id,
      targetType,
      targetId: id,
      rating,
      comment: requiredText(LONGEST_COMMENT, "Write a few words"),
    }),
    result: review.schema,
    lane: ({ bookingId }) => `booking:${bookingId}`,
    creates: { table: "reviews", owner: "userId" },
    optimistic: ({ bookingId, targetType: kind, targetId }) => [
      // Marks the booking as waiting; which review it is depends on the side of the user.
      patch(booking, bookingId, {}),
      ...(["aircraft", "owner", "pilot"] as const).map((side) =>
        patchWhere(
          booking,
          (row) =>
            row.id === bookingId && row[`${side}Id`] === targetId && (side === "aircraft") === (kind === "aircraft"),
          { [`${side}Reviewed`]: true },
        ),
      ),
    ],
  }),
  "reviews.reply": onlineCommand({
    route: "POST /api/reviews/:id/reply",
    access: "user",
    input: z.object({ id, content: requiredText(LONGEST_REPLY, "Write a few words") }),
    result: review.schema,
    notFound: { id: "review-not-found" },
  }),
};

export const reviewsQueries = {
  // Visible reviews, and hidden ones of the reader.
  "reviews.ofBooking": query({
    route: "GET /api/bookings/:id/reviews",
    access: "user",
    input: z.object({ id }),
    result: z.array(review.schema),
  }),
};
