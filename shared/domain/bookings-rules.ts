// Pure rules about bookings for device and server: deadlines, allowed steps, and the texts about steps.
import { counted } from "../kit/counted.ts";
import { zonedTime } from "../kit/dates.ts";
import { zoneOf, type Placed } from "./locations.ts";

export const bookingStatuses = ["requested", "accepted", "declined", "cancelled", "completed", "expired"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** Why a member cancels. Weather counts against nobody. */
export const cancelReasons = ["weather", "maintenance", "plans", "other"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Also why the server declines: another booking got the hours, the owner blocked them, the listing was deleted. */
export const stepReasons = [...cancelReasons, "taken", "blocked", "unlisted"] as const;
export type StepReason = (typeof stepReasons)[number];

/** How proposed hours end: the other member takes or declines them, or the proposer takes them back. */
export const proposalAnswers = ["accept", "decline", "withdraw"] as const;
export type ProposalAnswer = (typeof proposalAnswers)[number];

/** The largest total that the database column holds, in whole dollars. */
export const MOST_TOTAL = 2_147_483_647;

/** A dollar of the rate with ten percent fees. */
const CENTS_WITH_FEE = 110;

const HOUR_MS = 3_600_000;

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

/** Dollars per hour of the booking's quote. A booking of the previous version has it in its total only. */
export function rateOf({
  hourlyRate,
  totalCents,
  hours,
}: {
  hourlyRate: number | null;
  totalCents: number;
  hours: number;
}) {
  return hourlyRate ?? Math.max(1, Math.round(totalCents / hours / CENTS_WITH_FEE));
}

/** Whether a booking has not ended: a request, or an accepted flight that is not over. */
export function isOpenStatus(status: BookingStatus): boolean {
  return status === "requested" || status === "accepted";
}

/** The step that time alone brings: a request without an answer expires, an accepted flight completes at its end. */
export function stepDue(booking: Pick<Fields, "status" | "startDate" | "endsAt" | "answerBy">, now: Date) {
  if (booking.status === "requested" && new Date(answerByOf(booking)) <= now) return "expired";
  return booking.status === "accepted" && new Date(booking.endsAt) <= now ? "completed" : null;
}

type Proposable = Fields & { proposal: { by: string } | null };

/** Whether a member may propose other hours: the owner of an open request, and both after acceptance until the start. */
export function mayPropose(booking: Proposable, personId: string, now: Date): boolean {
  if (booking.proposal || new Date(booking.startDate) <= now) return false;
  if (booking.status === "requested") return personId === booking.ownerId && new Date(answerByOf(booking)) > now;
  return booking.status === "accepted" && [booking.ownerId, booking.pilotId].includes(personId);
}

/** The answers that a member may give to the open proposal. */
export function proposalAnswersOf(booking: Proposable, personId: string, now: Date): readonly ProposalAnswer[] {
  if (!booking.proposal || !isOpenStatus(booking.status)) return [];
  if (booking.proposal.by === personId) return ["withdraw"];
  if (![booking.ownerId, booking.pilotId].includes(personId)) return [];
  return new Date(booking.endsAt) <= now ? ["decline"] : ["accept", "decline"];
}

/** `1 hour`, `4 hours` */
export function hoursLabel(hours: number): string {
  return counted(hours, "hour");
}

const stepTexts: Record<BookingStatus, string> = {
  requested: "Booking requested",
  accepted: "Booking accepted",
  declined: "Booking declined",
  cancelled: "Booking cancelled",
  completed: "Booking completed",
  expired: "Booking request expired",
};

/** Whether the line of a step says what time alone brought, which nobody wrote: the end of a request or of a flight. */
export function isLineOfTime({ content, bookingId }: { content: string; bookingId: string | null }): boolean {
  return bookingId !== null && [stepTexts.expired, stepTexts.completed].some((text) => content.startsWith(`${text}:`));
}

const reasonTexts: Record<StepReason, string> = {
  weather: "Weather",
  maintenance: "Maintenance",
  plans: "Plans changed",
  other: "Other",
  taken: "Those hours were just taken.",
  blocked: "The owner needs the aircraft then.",
  unlisted: "The aircraft is no longer listed.",
};

/**
 * The sentence after a step's line: `Weather.`, `Plans changed: we fly in May.`, or only the words, of another reason or of none.
 */
export function reasonSentence(reason: StepReason | null, note: string | null): string {
  const words = note === null || /[.!?]$/.test(note) ? note : `${note}.`;
  if (reason === null) return words ?? "";
  const text = reasonTexts[reason];
  if (words === null) return text.endsWith(".") ? text : `${text}.`;
  return reason === "other" ? words : `${text}: ${words}`;
}

const changeTexts = {
  changed: "Booking request changed",
  proposed: "Other hours proposed",
  accept: "Other hours accepted",
  decline: "Other hours declined",
  withdraw: "Other hours withdrawn",
};

/** The message that a step adds to the conversation: `Booking accepted: Cirrus SR22, Sat, Dec 5, 09:00 PST, 4 hours.` */
export function stepLine(
  step: BookingStatus | keyof typeof changeTexts,
  plane: { name: string } & Placed,
  { startDate, hours }: { startDate: string; hours: number },
): string {
  const text = { ...stepTexts, ...changeTexts }[step];
  return `${text}: ${plane.name}, ${zonedTime(startDate, zoneOf(plane))}, ${hoursLabel(hours)}.`;
}
