// What the card of a booking says and offers, out of the row and what waits for it. Pure.
import type { Booking } from "../../../shared/domain/bookings.ts";
import { nextSteps, type BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import type { QueueItem } from "../../client/sync/queue-items.ts";
import type { ShownRow } from "../../client/sync/rows.ts";

export type ShownBooking = ShownRow<"bookings">;

/** The request itself has not reached the server, so only its message can be tried again or deleted. */
export function isUnsent({ id, entryIds }: ShownBooking): boolean {
  return entryIds?.includes(id) ?? false;
}

/** Steps this person can take now. None while one of them waits: what follows depends on it. */
export function offeredSteps(booking: ShownBooking, me: string, now: Date): readonly BookingStatus[] {
  if (isUnsent(booking) || booking.waiting === "waiting") return [];
  return nextSteps(booking, me, now).filter((step) => step !== "completed");
}

/** Nothing became of the booking between the two: the same step, and no other entries about it. */
export function isSameMoment(before: ShownBooking, after: ShownBooking): boolean {
  const entries = ({ entryIds }: ShownBooking) => entryIds?.join(" ") ?? "";
  return before.rev === after.rev && before.status === after.status && entries(before) === entries(after);
}

/** The latest of a booking's steps and reviews that the server refused. */
export function refusedEntry(booking: ShownBooking, items: readonly QueueItem[] | undefined): QueueItem | undefined {
  const ids = new Set(booking.entryIds?.filter((id) => id !== booking.id));
  return items?.findLast(({ id, state }) => state === "attention" && ids.has(id));
}

/** What a review can be about. */
export type ReviewTarget = { targetType: "aircraft" | "user"; targetId: string; name: string };

type Named = { id: string; name: string };

/** What this person can still review. A listing that is gone cannot be. */
export function openReviews(
  booking: Booking,
  me: string,
  { plane, peer }: { plane: Named | null; peer: Named },
): ReviewTarget[] {
  if (booking.status !== "completed") return [];
  const open: ReviewTarget[] = [];
  const isPilot = booking.pilotId === me;
  if (isPilot && plane && !booking.aircraftReviewed)
    open.push({ targetType: "aircraft", targetId: plane.id, name: plane.name });
  if (!(isPilot ? booking.ownerReviewed : booking.pilotReviewed))
    open.push({ targetType: "user", targetId: peer.id, name: peer.name });
  return open;
}
