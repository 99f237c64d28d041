// Pure rules about bookings for device and server: start times, allowed steps, and the texts about steps.
import { instantOf, zonedTime } from "../kit/dates.ts";
import { zoneOf } from "./locations.ts";

export const bookingStatuses = ["requested", "accepted", "declined", "cancelled", "completed", "expired"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** Why a member cancels. Weather counts against nobody. */
export const cancelReasons = ["weather", "maintenance", "plans", "other"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Also why the server declines: another booking got the hours, the owner blocked them, the listing was deleted. */
export const stepReasons = [...cancelReasons, "taken", "blocked", "unlisted"] as const;
export type StepReason = (typeof stepReasons)[number];

/** The largest total that the database column holds, in whole dollars. */
export const MOST_TOTAL = 2_147_483_647;

const STARTS_AT_HOUR = 9;
const HOUR_MS = 3_600_000;

/** Start of a booking on a day (`YYYY-MM-DD`) in a zone: 09:00 local time, or the next full hour if 09:00 is past. */
export function startOn(day: string, zone: string, now: Date): Date {
  const wanted = instantOf(day, STARTS_AT_HOUR, zone);
  if (wanted > now) return wanted;
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

const LONGEST_ANSWER_MS = 48 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Until when the owner may answer: half the time until the start, one hour to two days, never past the start. Whole minutes. */
export function answerDeadline(start: number, now: number): number {
  const wait = Math.min(Math.max((start - now) / 2, HOUR_MS), LONGEST_ANSWER_MS);
  return Math.min(Math.ceil((now + wait) / MINUTE_MS) * MINUTE_MS, start);
}

/** Until when a request may be answered; a request of the previous version until its start. */
export function answerByOf({ answerBy, startDate }: { answerBy: string | null; startDate: string }): string {
  return answerBy !== null && answerBy < startDate ? answerBy : startDate;
}

type Fields = {
  answerBy: string | null;
  status: BookingStatus;
  pilotId: string;
  ownerId: string;
  startDate: string;
  endsAt: string;
};

/**
 * The steps a user may take with a booking now. None after the deadline of a request, which only expires, or after a completed flight.
 */
export function nextSteps(booking: Fields, personId: string, now: Date): readonly BookingStatus[] {
  const isOwner = personId === booking.ownerId;
  if (!isOwner && personId !== booking.pilotId) return [];
  if (booking.status === "requested") {
    if (new Date(answerByOf(booking)) <= now) return [];
    return isOwner ? ["accepted", "declined"] : ["cancelled"];
  }
  if (booking.status !== "accepted") return [];
  return new Date(booking.endsAt) <= now ? ["completed"] : ["cancelled"];
}

/** `1 hour`, `4 hours` */
export function hoursLabel(hours: number): string {
  return `${hours} ${hours === 1 ? "hour" : "hours"}`;
}

const stepTexts: Record<BookingStatus, string> = {
  requested: "Booking requested",
  accepted: "Booking accepted",
  declined: "Booking declined",
  cancelled: "Booking cancelled",
  completed: "Booking completed",
  expired: "Booking request expired",
};

const reasonTexts: Record<StepReason, string> = {
  weather: "Weather",
  maintenance: "Maintenance",
  plans: "Plans changed",
  other: "Other",
  taken: "Those hours were just taken.",
  blocked: "The owner needs the aircraft then.",
  unlisted: "The aircraft is no longer listed.",
};

/** The sentence after a step's line: `Weather.`, `Plans changed: we fly in May.`, or only the words of another reason. */
export function reasonSentence(reason: StepReason | null, note: string | null): string {
  if (reason === null) return "";
  const text = reasonTexts[reason];
  if (note === null) return text.endsWith(".") ? text : `${text}.`;
  const words = /[.!?]$/.test(note) ? note : `${note}.`;
  return reason === "other" ? words : `${text}: ${words}`;
}

/** The message that a step adds to the conversation: `Booking accepted: Cirrus SR22, Sat, Dec 5, 09:00 PST, 4 hours.` */
export function stepLine(
  status: BookingStatus,
  plane: { name: string; location: string },
  { startDate, hours }: { startDate: string; hours: number },
): string {
  return `${stepTexts[status]}: ${plane.name}, ${zonedTime(startDate, zoneOf(plane.location))}, ${hoursLabel(hours)}.`;
}
