// What a booking's card shows and offers, computed from its row and outbox entries. Pure.
import type { Booking } from "../../../shared/domain/bookings.ts";
import { nextSteps, type BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { reviewsEnd } from "../../../shared/domain/reviews-rules.ts";
import { heldFor } from "../../client/session/held-rows.ts";
import type { QueueItem } from "../../client/sync/queue-items.ts";
import type { RowWithStatus } from "../../client/sync/rows.ts";

export type BookingWithStatus = RowWithStatus<"bookings">;

/** True while the request has not reached the server: only its message can be retried or deleted. */
export function isUnsent({ id, entryIds }: BookingWithStatus): boolean {
  return entryIds?.includes(id) ?? false;
}

/** The booking as `user` sees it: an unsent request may wait for the user's email. */
export function heldBooking(booking: BookingWithStatus, user: Parameters<typeof heldFor>[1]): BookingWithStatus {
  return isUnsent(booking) ? heldFor(booking, user) : booking;
}

/** Steps this user can take now. None while a step waits, since the next ones depend on it. */
export function offeredSteps(booking: BookingWithStatus, me: string, now: Date): readonly BookingStatus[] {
  if (isUnsent(booking) || booking.waiting === "waiting") return [];
  return nextSteps(booking, me, now).filter((step) => step !== "completed");
}

/** True when neither the status, the hours nor the entries of a booking changed between two reads. */
export function isSameMoment(before: BookingWithStatus, after: BookingWithStatus): boolean {
  const entries = ({ entryIds }: BookingWithStatus) => entryIds?.join(" ") ?? "";
  const isSameHours = before.startDate === after.startDate && before.hours === after.hours;
  const isSame = before.rev === after.rev && before.status === after.status && isSameHours;
  return isSame && before.proposal?.id === after.proposal?.id && entries(before) === entries(after);
}

/** The latest refused entry among a booking's steps and reviews. */
export function refusedEntry(
  booking: BookingWithStatus,
  items: readonly QueueItem[] | undefined,
): QueueItem | undefined {
  const ids = new Set(booking.entryIds?.filter((id) => id !== booking.id));
  return items?.findLast(({ id, state }) => state === "attention" && ids.has(id));
}

/** The subject of a review. */
export type ReviewTarget = { targetType: "aircraft" | "user"; targetId: string; name: string };

type Named = { id: string; name: string };

/** Subjects this user can still review, within the days after the flight. A deleted listing cannot be reviewed. */
export function openReviews(
  booking: Booking,
  me: string,
  { plane, peer }: { plane: Named | null; peer: Named },
): ReviewTarget[] {
  if (booking.status !== "completed" || Date.now() >= Date.parse(reviewsEnd(booking))) return [];
  const open: ReviewTarget[] = [];
  const isPilot = booking.pilotId === me;
  if (isPilot && plane && !booking.aircraftReviewed)
    open.push({ targetType: "aircraft", targetId: plane.id, name: plane.name });
  if (!(isPilot ? booking.ownerReviewed : booking.pilotReviewed))
    open.push({ targetType: "user", targetId: peer.id, name: peer.name });
  return open;
}
