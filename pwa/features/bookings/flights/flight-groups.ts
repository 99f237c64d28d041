// Sorts a user's bookings into the parts of My Flights and My Fleet. Pure.
import { answerByOf } from "../../../../shared/domain/bookings-rules.ts";
import { isToAnswer } from "../../../client/bookings/to-answer.ts";
import { isUnsent, type BookingWithStatus } from "../booking-state.ts";

/** `pilot`: the flights of the user. `owner`: the flights with the user's aircraft. */
export type Side = "pilot" | "owner";

export type FlightGroups = {
  /** The earliest accepted flight that has not ended; pilots only. */
  next: BookingWithStatus | null;
  /** Accepted, soonest first. */
  upcoming: readonly BookingWithStatus[];
  /** Requests and proposals of other hours: those that need this user first, unsent ones last. */
  waiting: readonly BookingWithStatus[];
  /** Ended, refused or cancelled, latest first. */
  past: readonly BookingWithStatus[];
};

function soonestFirst(a: BookingWithStatus, b: BookingWithStatus): number {
  if (a.startDate !== b.startDate) return a.startDate < b.startDate ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** True when it is this user's turn: a refused change, a request to the owner, or other hours that the other one proposes. */
export function needsUser(booking: BookingWithStatus, me: string): boolean {
  return booking.waiting === "attention" || isToAnswer(booking, me);
}

/** True while somebody has to answer. A late request only expires; a refused one stays until the user decides. */
function isOpen(booking: BookingWithStatus, now: string): boolean {
  if (booking.status !== "requested") return booking.proposal !== null;
  return answerByOf(booking) > now || booking.waiting === "attention";
}

/** The place of a request in its list: the user's turn, then the other's, then what has not been sent. */
function turn(booking: BookingWithStatus, me: string): number {
  if (needsUser(booking, me)) return 0;
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
    else if (isOpen(one, now)) waiting.push(one);
    else past.push(one);
  }
  accepted.sort(soonestFirst);
  // The next flight keeps its place on top whatever is proposed for it.
  const next = side === "pilot" ? (accepted.shift() ?? null) : null;
  waiting.push(...accepted.filter((one) => isOpen(one, now)));
  return {
    next,
    upcoming: accepted.filter((one) => !isOpen(one, now)),
    waiting: waiting.sort((a, b) => turn(a, me) - turn(b, me) || soonestFirst(a, b)),
    past: past.sort((a, b) => soonestFirst(b, a)),
  };
}
