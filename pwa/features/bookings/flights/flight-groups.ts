// Sorts a user's bookings into the parts of My Flights and My Fleet. Pure.
import { isUnsent, type BookingWithStatus } from "../booking-state.ts";

/** `pilot`: the flights of the user. `owner`: the flights with the user's aircraft. */
export type Side = "pilot" | "owner";

export type FlightGroups = {
  /** The earliest accepted flight that has not ended; pilots only. */
  next: BookingWithStatus | null;
  /** Accepted, soonest first. */
  upcoming: readonly BookingWithStatus[];
  /** Requests: those that need this user first, unsent ones last. */
  waiting: readonly BookingWithStatus[];
  /** Ended, refused or cancelled, latest first. */
  past: readonly BookingWithStatus[];
};

function soonestFirst(a: BookingWithStatus, b: BookingWithStatus): number {
  if (a.startDate !== b.startDate) return a.startDate < b.startDate ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** True when the booking cannot go on without this user: a refused change, or a request to the owner. */
export function needsUser(booking: BookingWithStatus, side: Side): boolean {
  if (booking.waiting === "attention") return true;
  return booking.status === "requested" && side === "owner" && !booking.waiting;
}

function isOpenRequest({ status, startDate, waiting }: BookingWithStatus, now: string): boolean {
  // A refused request stays until the user decides; a late one only expires.
  return status === "requested" && (startDate > now || waiting === "attention");
}

/** The place of a request in its list: the user's turn, then the other's, then what has not been sent. */
function turn(booking: BookingWithStatus, side: Side): number {
  if (needsUser(booking, side)) return 0;
  return isUnsent(booking) ? 2 : 1;
}

/** The groups of one side at a time. Each booking is in one of them. */
export function flightGroups(bookings: readonly BookingWithStatus[], side: Side, me: string, at: Date): FlightGroups {
  const now = at.toISOString();
  const own = bookings.filter((one) => (side === "pilot" ? one.pilotId : one.ownerId) === me);
  const accepted: BookingWithStatus[] = [];
  const waiting: BookingWithStatus[] = [];
  const past: BookingWithStatus[] = [];
  for (const one of own) {
    if (one.status === "accepted" && one.endsAt > now) accepted.push(one);
    else if (isOpenRequest(one, now)) waiting.push(one);
    else past.push(one);
  }
  accepted.sort(soonestFirst);
  const next = side === "pilot" ? (accepted.shift() ?? null) : null;
  return {
    next,
    upcoming: accepted,
    waiting: waiting.sort((a, b) => turn(a, side) - turn(b, side) || soonestFirst(a, b)),
    past: past.sort((a, b) => soonestFirst(b, a)),
  };
}
