// Makes the reviews of a booking visible and counts them in the ratings, in one transaction.
import type { Knex } from "knex";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope } from "../../kit/command-handler.ts";
import { partnerScopes } from "../accounts/people.ts";
import { aircraftScopes } from "../aircraft/commands.ts";
import { otherMember } from "../bookings/members.ts";
import { bothOf, lockBooking } from "../bookings/steps.ts";
import type { Posting } from "../messages/commands.ts";
import { scheduleNotices } from "../notices/schedule.ts";

/** Locks what its reviews count for, then the booking: both users and the aircraft. Returns the booking. */
export async function lockForReviews(tx: Knex.Transaction, bookingId: string): Promise<Booking | undefined> {
  const members = await tx("bookings").where({ id: bookingId }).first("pilotId", "ownerId");
  if (!members) return undefined;
  await lockUsers(tx, [members.pilotId, members.ownerId], "change");
  return (await lockBooking(tx, bookingId, { blocksNewWatchers: true }))?.booking;
}

type Shown = { targetType: "aircraft" | "user"; targetId: string; userId: string };

/** Shows every hidden review of a booking that `lockForReviews` has locked; notifies the members except `author`. */
export async function showReviews(posting: Posting, booking: Booking, author: string | null): Promise<void> {
  const { tx, changed } = posting;
  const shown: Shown[] = await tx("reviews")
    .where({ bookingId: booking.id })
    .whereNull("visibleAt")
    .update({ visibleAt: tx.fn.now() })
    .returning(["targetType", "targetId", "userId"]);
  for (const target of shown) await updateRating(posting, target);
  await tx("bookings")
    .where({ id: booking.id })
    .update({ rev: tx.raw("rev + 1") });
  changed("bookings", booking.id, bothOf(booking));
  const readers = [...new Set(shown.map(({ userId }) => userId))]
    .map((peerId) => ({ userId: otherMember(booking, peerId)!, peerId }))
    .filter(({ userId }) => userId !== author);
  if (readers.length > 0) await scheduleNotices(tx, readers, "review");
}

/** Stores the average of the target's visible reviews, two decimals, and their number. */
async function updateRating({ tx, changed }: Posting, { targetType, targetId }: Shown): Promise<void> {
  await tx.raw(
    `update ${targetType === "aircraft" ? "aircraft" : "users"}
     set rating = coalesce(r.average, 0), "reviewCount" = r.written, rev = rev + 1
     from (
       select round(avg(rating), 2) as average, count(*)::int as written from reviews
       where "targetType" = ? and "targetId" = ? and "visibleAt" is not null
     ) r where id = ?`,
    [targetType, targetId, targetId],
  );
  if (targetType === "user") {
    changed("me", targetId, [userScope(targetId)]);
    changed("people", targetId, await partnerScopes(tx, targetId));
    return;
  }
  const plane: { id: string; ownerId: string; bucket: string } | undefined = await tx("aircraft")
    .where({ id: targetId })
    .whereNull("deletedAt")
    .first("id", "ownerId", "bucket");
  if (plane) changed("aircraft", targetId, await aircraftScopes(tx, plane, [plane.bucket]));
}
