import type { Booking } from "../../../shared/domain/bookings.ts";
import { review, type Review, type reviewsCommands } from "../../../shared/domain/reviews.ts";
import { reviewsEnd } from "../../../shared/domain/reviews-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Handlers } from "../../kit/command-handler.ts";
import { otherMember } from "../bookings/members.ts";
import { bothOf } from "../bookings/steps.ts";
import { lockForReviews, showReviews } from "./visibility.ts";

const reviewColumns = Object.keys(review.schema.shape) as (keyof Review)[];

/** The subject of a review, one of the three in a booking. */
type Side = "aircraft" | "owner" | "pilot";

export const reviewsHandlers: Handlers<typeof reviewsCommands> = {
  async "reviews.write"(context, { bookingId, targetType, targetId, rating, comment }) {
    const { tx, id, me, changed } = context;
    const booking = await lockForReviews(tx, bookingId);
    if (!booking || otherMember(booking, me.id) === undefined) throw new DomainError("booking-not-found");
    const side = sideOf(booking, me.id, targetType, targetId.toLowerCase());
    if (booking.status !== "completed") throw new DomainError("not-completed");
    const written: Review | undefined = await tx("reviews").where({ bookingId, userId: me.id, targetType }).first();
    if (Date.now() >= Date.parse(reviewsEnd(booking))) throw new DomainError("reviews-closed");
    if (written?.visibleAt) throw new DomainError("already-reviewed");
    const isListed = await tx("aircraft")
      .where({ id: booking.aircraftId })
      .whereNull("deletedAt")
      .first("id", "isActive");
    if (side === "aircraft" && !isListed) throw new DomainError("aircraft-not-found");
    const reviewed = {
      aircraftReviewed: booking.aircraftReviewed,
      ownerReviewed: booking.ownerReviewed,
      pilotReviewed: booking.pilotReviewed,
      [`${side}Reviewed`]: true,
    };
    const target = booking[`${side}Id`];
    const fields = { aircraftId: side === "aircraft" ? target : null, userId: me.id, bookingId, targetType };
    if (written) await tx("reviews").where({ id: written.id }).update({ rating, comment });
    else await tx("reviews").insert({ id, ...fields, targetId: target, rating, comment });
    await tx("bookings")
      .where({ id: bookingId })
      .update({ ...reviewed, rev: tx.raw("rev + 1") });
    changed("bookings", bookingId, bothOf(booking));
    // Only reviews that can be written count: the pilot's device does not have a hidden aircraft.
    const isPlaneOpen = Boolean(isListed?.isActive) && !reviewed.aircraftReviewed;
    const isComplete = reviewed.ownerReviewed && reviewed.pilotReviewed && !isPlaneOpen;
    // A hidden review plans no notice: both members were asked for theirs when the flight ended.
    if (isComplete) await showReviews(context, booking, me.id);
    return await tx("reviews")
      .where({ id: written?.id ?? id })
      .first(reviewColumns);
  },

  async "reviews.reply"({ tx, me }, { id, content }) {
    const found: Review | undefined = await tx("reviews").where({ id }).first(reviewColumns).forUpdate();
    if (!found?.visibleAt) throw new DomainError("review-not-found");
    const owner =
      found.targetType === "aircraft" && (await tx("aircraft").where({ id: found.targetId }).first("ownerId"));
    if ((owner ? owner.ownerId : found.targetId) !== me.id) throw new DomainError("forbidden");
    if (found.reply !== null) throw new DomainError("already-replied");
    const [row] = await tx("reviews")
      .where({ id })
      .update({ reply: content, repliedAt: tx.fn.now() })
      .returning<Review[]>(reviewColumns);
    return row!;
  },
};

/**
 * A pilot reviews the aircraft and its owner; an owner reviews the pilot.
 * @throws DomainError forbidden, invalid for a target that is not part of the booking
 */
function sideOf(booking: Booking, me: string, targetType: "aircraft" | "user", targetId: string): Side {
  const isPilot = me === booking.pilotId;
  if (targetType === "aircraft" && !isPilot) throw new DomainError("forbidden");
  const side = targetType === "aircraft" ? "aircraft" : isPilot ? "owner" : "pilot";
  if (booking[`${side}Id`] !== targetId)
    throw new DomainError("invalid", { fields: { targetId: "This has no part in the booking" } });
  return side;
}
