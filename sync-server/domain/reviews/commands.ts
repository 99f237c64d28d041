import type { z } from "zod";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { review, type reviewsCommands } from "../../../shared/domain/reviews.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers, type SignedInContext } from "../../kit/command-handler.ts";
import { partnerScopes } from "../accounts/people.ts";
import { aircraftScopes } from "../aircraft/commands.ts";
import { bothOf, lockBooking } from "../bookings/steps.ts";
import { scheduleNotice } from "../notices/schedule.ts";

type Review = z.infer<typeof review.schema>;
const reviewColumns = Object.keys(review.schema.shape) as (keyof Review)[];

/** The subject of a review, one of the three in a booking. */
type Side = "aircraft" | "owner" | "pilot";

export const reviewsHandlers: Handlers<typeof reviewsCommands> = {
  async "reviews.write"(context, { bookingId, targetType, targetId, rating, comment }) {
    const { tx, id, me, changed } = context;
    if (targetType === "user") await lockUsers(tx, [targetId], "change");
    const locked = await lockBooking(tx, bookingId, { blocksNewWatchers: targetType === "aircraft" });
    const isMember = locked && [locked.booking.pilotId, locked.booking.ownerId].includes(me.id);
    if (!isMember) throw new DomainError("booking-not-found");
    const { booking } = locked;
    const side = sideOf(booking, me.id, targetType, targetId.toLowerCase());
    if (booking.status !== "completed") throw new DomainError("not-completed");
    if (booking[`${side}Reviewed`]) throw new DomainError("already-reviewed");
    const target = booking[`${side}Id`];
    const logChange = await changeLogger(context, side, target);
    const [row]: Review[] = await tx("reviews")
      .insert({
        id,
        aircraftId: side === "aircraft" ? target : null,
        userId: me.id,
        bookingId,
        targetType,
        targetId: target,
        rating,
        comment,
      })
      .returning(reviewColumns);
    await tx("bookings")
      .where({ id: bookingId })
      .update({ [`${side}Reviewed`]: true, rev: tx.raw("rev + 1") });
    changed("bookings", bookingId, bothOf(booking));
    await scheduleNotice(tx, me.id === booking.pilotId ? booking.ownerId : booking.pilotId, me.id, "review");
    await updateRating(context, side, target);
    logChange();
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

/**
 * Reads the watchers of the reviewed aircraft or user, which the caller has locked. Returns a function that logs the
 * change for them.
 * @throws DomainError aircraft-not-found for a deleted listing
 */
async function changeLogger({ tx, changed }: SignedInContext, side: Side, id: string): Promise<() => void> {
  if (side === "aircraft") {
    const plane: { id: string; ownerId: string; bucket: string } | undefined = await tx("aircraft")
      .where({ id })
      .whereNull("deletedAt")
      .first("id", "ownerId", "bucket");
    if (!plane) throw new DomainError("aircraft-not-found");
    const scopes = await aircraftScopes(tx, plane, [plane.bucket]);
    return () => changed("aircraft", id, scopes);
  }
  const partners = await partnerScopes(tx, id);
  return () => {
    changed("me", id, [userScope(id)]);
    changed("people", id, partners);
  };
}

/** Stores the average of the target's reviews, two decimals, and their number. */
async function updateRating({ tx }: SignedInContext, side: Side, id: string): Promise<void> {
  const [table, type] = side === "aircraft" ? ["aircraft", "aircraft"] : ["users", "user"];
  await tx.raw(
    `update ${table} set rating = r.average, "reviewCount" = r.written, rev = rev + 1
     from (
       select round(avg(rating), 2) as average, count(*)::int as written from reviews
       where "targetType" = ? and "targetId" = ?
     ) r where id = ?`,
    [type, id, id],
  );
}
