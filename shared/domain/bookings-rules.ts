// Pure rules about bookings that both sides ask: when one starts, what may become of it, and how that is told.
import { instantOf, zonedTime } from "../kit/dates.ts";
import { zoneOf } from "./locations.ts";

export const bookingStatuses = ["requested", "accepted", "declined", "cancelled", "completed", "expired"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** The largest total the database holds, in whole dollars. */
export const MOST_TOTAL = 2_147_483_647;

const STARTS_AT_HOUR = 9;
const HOUR_MS = 3_600_000;

/** When a booking for a day (`YYYY-MM-DD`) in a zone starts: 09:00 there, or the next full hour where that is past. */
export function startOn(day: string, zone: string, now: Date): Date {
  const wanted = instantOf(day, STARTS_AT_HOUR, zone);
  if (wanted > now) return wanted;
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

type Fields = { status: BookingStatus; pilotId: string; ownerId: string; startDate: string; endsAt: string };

/**
 * What a person may make of a booking now. A request past its start waits only to expire, and nobody undoes a flight that is over.
 */
export function nextSteps(booking: Fields, personId: string, now: Date): readonly BookingStatus[] {
  const isOwner = personId === booking.ownerId;
  if (!isOwner && personId !== booking.pilotId) return [];
  if (booking.status === "requested") {
    if (new Date(booking.startDate) <= now) return [];
    return isOwner ? ["accepted", "declined"] : ["cancelled"];
  }
  if (booking.status !== "accepted") return [];
  return new Date(booking.endsAt) <= now ? ["completed"] : ["cancelled"];
}

/** `1 hour`, `4 hours` */
export function hoursLabel(hours: number): string {
  return `${hours} ${hours === 1 ? "hour" : "hours"}`;
}

const told: Record<BookingStatus, string> = {
  requested: "Booking requested",
  accepted: "Booking accepted",
  declined: "Booking declined",
  cancelled: "Booking cancelled",
  completed: "Booking completed",
  expired: "Booking request expired",
};

/** The line a step leaves in the conversation: `Booking accepted: Cirrus SR22, Sat, Dec 5, 09:00 PST, 4 hours.` */
export function stepLine(
  status: BookingStatus,
  plane: { name: string; location: string },
  { startDate, hours }: { startDate: string; hours: number },
): string {
  return `${told[status]}: ${plane.name}, ${zonedTime(startDate, zoneOf(plane.location))}, ${hoursLabel(hours)}.`;
}
