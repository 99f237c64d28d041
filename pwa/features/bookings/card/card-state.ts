// The state of a booking as its card shows it: one word, one icon, and what happens next. Pure.
import { answerByOf, isOpenStatus, type StepReason } from "../../../../shared/domain/bookings-rules.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { dayIn, zonedTime } from "../../../../shared/kit/dates.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { readerTime, zonedHours, zonedSpan } from "../../../../shared/kit/zoned-hours.ts";
import { waitsForVerification } from "../../../client/session/verification-texts.ts";
import { isUnsent, type BookingWithStatus } from "../booking-state.ts";
import { stepNoun, type WaitingStep } from "./waiting-step.ts";

export type CardState =
  | "requested"
  | "accepted"
  | "proposal"
  | "declined"
  | "taken"
  | "expired"
  | "cancelled"
  | "weather"
  | "completed"
  | "waiting"
  | "unverified"
  | "refused";

export function cardStateOf(booking: BookingWithStatus): CardState {
  if (booking.waiting === "attention" && isUnsent(booking)) return "refused";
  if (booking.waiting === "waiting") return booking.needsVerification ? "unverified" : "waiting";
  const { status, reason } = booking;
  if (status === "declined" && reason === "taken") return "taken";
  if (status === "cancelled" && reason === "weather") return "weather";
  return openProposal(booking) ? "proposal" : status;
}

/** Other hours without an answer; also those that wait on this device. */
export function openProposal({ status, proposal }: BookingWithStatus): BookingWithStatus["proposal"] {
  return isOpenStatus(status) ? proposal : null;
}

/** What happens next: plain words, with one part in bold, and quieter words below. */
export type CardLine = {
  text: string;
  /** The text is what the other member said. */
  isQuote?: true;
  strong?: string;
  after?: string;
  said?: string;
  more?: string;
};

export type CardReader = {
  me: string;
  /** First name of the other member. */
  peer: string;
  zone: string | undefined;
  now: Date;
  device: "phone" | "device";
  /** Names of pilots whose open requests an acceptance declines. */
  rivals: readonly string[];
  /** What waits on this device about the booking. */
  step?: WaitingStep | undefined;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function cardLineOf(booking: BookingWithStatus, reader: CardReader): CardLine | null {
  const state = cardStateOf(booking);
  switch (state) {
    case "requested":
      return requestedLine(booking, reader);
    case "accepted":
      return acceptedLine(booking, reader);
    case "proposal":
      return proposalLine(booking, reader);
    case "completed":
      return { text: "How was it?", more: "Both reviews appear together." };
    case "cancelled":
    case "weather":
      return cancelledLine(booking, reader);
    case "taken":
      return takenLine(booking, reader);
    case "declined":
      return { ...didLine("declined", booking, reader), ...quoted(booking.note), ...declineReason(booking, reader) };
    case "expired":
      return expiredLine(booking, reader);
    case "waiting":
    case "unverified":
      return waitingLine(booking, reader);
    case "refused":
      return null;
  }
}

const isOwner = ({ ownerId }: BookingWithStatus, me: string) => ownerId === me;

/** An instant on the aircraft's clock, and on the reader's where that differs: `19:00 your time.` */
function deadline(booking: BookingWithStatus, zone: string | undefined): { by: string; yours: string } {
  const at = answerByOf(booking);
  const own = readerTime(at, zone);
  return { by: zonedTime(at, zone), yours: own ? `${own}. ` : "" };
}

function requestedLine(booking: BookingWithStatus, { me, peer, zone, now, rivals }: CardReader): CardLine {
  const { by, yours } = deadline(booking, zone);
  const left = Date.parse(answerByOf(booking)) - now.getTime();
  if (left <= 0) return { text: "The time to answer has passed." };
  if (!isOwner(booking, me))
    return {
      text: `${peer} answers by `,
      strong: by,
      more: `${yours}The hours are not held until ${peer} accepts.`,
    };
  const more = `${yours}${rivalsWords(rivals)}`.trim();
  return { text: "Answer by ", strong: by, after: `, ${inWords(left)}`, ...(more && { more }) };
}

/** Whether this member may still answer the request. */
export function hasDeadline(booking: BookingWithStatus, me: string, now: Date): boolean {
  return cardStateOf(booking) === "requested" && isOwner(booking, me) && new Date(answerByOf(booking)) > now;
}

function rivalsWords(rivals: readonly string[]): string {
  if (rivals.length === 0) return "";
  if (rivals.length === 1) return `${rivals[0]} asks for these hours too. Accepting declines that request with a line.`;
  return `${rivals.length} others ask for these hours too. Accepting declines their requests with a line.`;
}

function acceptedLine(booking: BookingWithStatus, reader: CardReader): CardLine {
  const left = Date.parse(booking.startDate) - reader.now.getTime();
  const starts = left > 0 ? `Starts ${startWords(booking, reader)}.` : "";
  const held = isOwner(booking, reader.me) ? starts : `${starts} The hours are yours.`.trim();
  return { ...didLine("accepted", booking, reader), ...(held && { more: held }) };
}

function proposalLine(booking: BookingWithStatus, reader: CardReader): CardLine {
  const { proposal } = booking;
  if (proposal?.by === reader.me) return { text: `Waiting for ${reader.peer}`, more: standsUntil(booking, reader) };
  const stands = standsUntil(booking, { ...reader, peer: "you" });
  const price = proposedTotal(booking);
  if (proposal?.note === undefined) return { text: stands, more: price };
  return { text: `“${proposal.note}”`, isQuote: true, more: `${stands} ${price}` };
}

/** `The booking stands at 09:00–12:00 until Luca answers.` */
function standsUntil(booking: BookingWithStatus, { peer, zone }: Pick<CardReader, "peer" | "zone">): string {
  const what = booking.status === "requested" ? "request" : "booking";
  return `The ${what} stands at ${clockHours(booking, zone)} until ${peer} ${peer === "you" ? "answer" : "answers"}.`;
}

/** `Same total.`, or what the proposed hours cost at the rate of the booking. */
function proposedTotal({ proposal, hourlyRate, totalCents, hours }: BookingWithStatus): string {
  if (!proposal || proposal.hours === hours || hourlyRate === null) return "Same total.";
  const price = priceOf(hourlyRate, proposal.hours);
  return price.totalCents === totalCents ? "Same total." : `Total ${dollarsAndCents(price.total)}.`;
}

const reasonWords: Partial<Record<StepReason, string>> = {
  weather: ": weather.",
  maintenance: ": maintenance.",
  plans: ": plans changed.",
};

function cancelledLine(booking: BookingWithStatus, reader: CardReader): CardLine {
  const { reason, note, lastStepAt, startDate } = booking;
  const before = lastStepAt === null ? Infinity : Date.parse(startDate) - Date.parse(lastStepAt);
  const late = before > 0 && before < DAY_MS ? `${hoursWords(before)} before the start.` : "";
  const fair = reason === "weather" ? "Weather counts against nobody." : "";
  const line = didLine("cancelled", booking, reader);
  const why = reason === null ? "" : (reasonWords[reason] ?? "");
  const more = [late, fair].filter(Boolean).join(" ");
  return { ...line, text: `${line.text}${why}`, ...quoted(note), ...(more && { more }) };
}

function takenLine(booking: BookingWithStatus, { me, peer }: CardReader): CardLine {
  const text = "Those hours were just taken";
  if (isOwner(booking, me)) return { text, more: "You accepted another request." };
  return { text, more: `${peer} accepted another request. Nothing is lost: your message stays here.` };
}

function declineReason({ reason, ownerId }: BookingWithStatus, { me, peer }: CardReader): { more?: string } {
  if (reason === "unlisted") return { more: "The aircraft is no longer listed." };
  if (reason !== "blocked") return {};
  return { more: ownerId === me ? "You blocked these hours." : `${peer} needs the aircraft then.` };
}

function expiredLine(booking: BookingWithStatus, { me, peer, zone }: CardReader): CardLine {
  const { by } = deadline(booking, zone);
  if (isOwner(booking, me)) return { text: `You did not answer by ${by}` };
  return { text: `${peer} did not answer by ${by}`, more: "You may ask again." };
}

function waitingLine(booking: BookingWithStatus, reader: CardReader): CardLine {
  const { peer, device, step } = reader;
  if (booking.needsVerification) return { text: waitsForVerification("request") };
  const saved = `saved on this ${device}. Sends when you have signal.`;
  if (isUnsent(booking))
    return {
      text: `Saved on this ${device}. Sends when you have signal.`,
      more: `The hours are not held until ${peer} accepts.`,
    };
  const noun = stepNoun(step);
  const text = `Your ${noun} is ${saved}`;
  if (noun === "acceptance") return { text, more: "If the hours are gone by then, this card says so." };
  return noun === "proposal" ? { text, more: standsUntil(booking, reader) } : { text };
}

/** `Marisol accepted on Wed, Dec 2, 19:42`, on the reader's clock. */
function didLine(
  did: string,
  { lastStepBy, lastStepAt, ownerId, pilotId }: BookingWithStatus,
  reader: CardReader,
): CardLine {
  const at = lastStepAt === null ? "" : ` on ${zonedTime(lastStepAt).replace(/ [^ ]+$/, "")}`;
  const isKnown = lastStepBy === ownerId || lastStepBy === pilotId;
  if (!isKnown) return { text: `${did.slice(0, 1).toUpperCase()}${did.slice(1)}${at}` };
  return { text: `${lastStepBy === reader.me ? "You" : reader.peer} ${did}${at}` };
}

const quoted = (note: string | null) => (note === null ? {} : { said: `“${note}”` });

type Hours = { startDate: string; endsAt: string };

export const spanOf = ({ startDate, hours }: { startDate: string; hours: number }): Hours => ({
  startDate,
  endsAt: new Date(Date.parse(startDate) + hours * HOUR_MS).toISOString(),
});

/** `09:00–12:00`, without the zone. */
export function clockHours(span: Hours, zone: string | undefined): string {
  return zonedHours(span, zone).replace(/ [A-Z][^ –]*$/, "");
}

/** The hours of a button: with their day where it is another than that of `other`. */
export function hoursBeside(span: Hours, other: Hours, zone: string | undefined): string {
  const day = (one: Hours) => zonedSpan(one, zone).split(",", 2).join(",");
  return day(span) === day(other) ? clockHours(span, zone) : `${day(span)}, ${clockHours(span, zone)}`;
}

/** `18 hours`, at least one minute. */
function hoursWords(ms: number): string {
  return ms >= HOUR_MS
    ? counted(Math.floor(ms / HOUR_MS), "hour")
    : counted(Math.max(1, Math.floor(ms / 60_000)), "minute");
}

/** `in 18 hours`, `tomorrow`, `in 3 days`: days are those of the aircraft, as in the list of flights. */
function startWords({ startDate }: Hours, { now, zone }: CardReader): string {
  const start = new Date(startDate);
  const left = start.getTime() - now.getTime();
  if (left < DAY_MS) return `in ${hoursWords(left)}`;
  const days = dayNumber(dayIn(start, zone)) - dayNumber(dayIn(now, zone));
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** `in 21 hours`, `in 9 days` */
function inWords(ms: number): string {
  return `in ${ms >= 2 * DAY_MS ? counted(Math.floor(ms / DAY_MS), "day") : hoursWords(ms)}`;
}
