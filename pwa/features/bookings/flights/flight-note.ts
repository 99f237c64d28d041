// The line under a flight strip: what happens next, and by when. Pure.
import { answerByOf } from "../../../../shared/domain/bookings-rules.ts";
import { clock, dayIn, shortDay, zonedTime } from "../../../../shared/kit/dates.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { readerHours, readerTime, zonedHours, zonedSpan } from "../../../../shared/kit/zoned-hours.ts";
import { waitsForVerification } from "../../../client/session/verification-texts.ts";
import { isUnsent, type BookingWithStatus } from "../booking-state.ts";
import type { Flight } from "./flight.ts";

export type FlightNote = { about: "sending" | "answer" | "proposal"; words: string };

const HOUR_MS = 3_600_000;

export function noteOf(flight: Flight, me: string, now: Date, device: "phone" | "device"): FlightNote | null {
  const { booking, zone, peer } = flight;
  const [firstName = ""] = peer.name.split(" ");
  if (booking.waiting === "attention") return null;
  if (booking.waiting) return { about: "sending", words: sendingWords(booking, device) };
  if (booking.proposal) return { about: "proposal", words: proposalWords(flight, me, firstName) };
  const answerBy = answerByOf(booking);
  if (booking.status !== "requested" || new Date(answerBy) <= now) return null;
  const own = readerTime(answerBy, zone);
  const by = `${zonedTime(answerBy, zone)}${own ? `, ${own}` : ""}`;
  return { about: "answer", words: booking.ownerId === me ? `Answer by ${by}.` : `${firstName} answers by ${by}.` };
}

/** Until when a request may be answered: `today, 23:00`, `Thu, 08:00`, later `Sat, Dec 12, 08:00`. */
export function deadlineWords({ booking, zone }: Pick<Flight, "booking" | "zone">, now: Date): string {
  const at = new Date(answerByOf(booking));
  const day = dayIn(at, zone);
  const days = dayNumber(day) - dayNumber(dayIn(now, zone));
  const name = days <= 0 ? "today" : days < 7 ? shortDay(day).slice(0, 3) : shortDay(day);
  return `${name}, ${clock(at, zone)}`;
}

/** The same with the reader's time where it is another: `Wed, 21:53, Thu, Dec 3, 05:53 your time`. */
export function deadlineForReader(flight: Pick<Flight, "booking" | "zone">, now: Date, readerZone?: string): string {
  const own = readerTime(answerByOf(flight.booking), flight.zone, readerZone);
  return [deadlineWords(flight, now), own].filter(Boolean).join(", ");
}

function sendingWords(booking: BookingWithStatus, device: string): string {
  if (booking.needsVerification) return waitsForVerification("request");
  return `${isUnsent(booking) ? "Saved" : "Your change is saved"} on this ${device}. Sends when you have signal.`;
}

/** `Priya proposes 11:00–14:00 CST, 09:00–12:00 your time. Same total.` Another day is named. */
function proposalWords({ booking, zone }: Flight, me: string, firstName: string): string {
  const { proposal, hourlyRate, totalCents } = booking;
  if (!proposal) return "";
  const { by, startDate, hours } = proposal;
  const span = { startDate, endsAt: new Date(Date.parse(startDate) + hours * HOUR_MS).toISOString() };
  const isSameDay = dayIn(new Date(startDate), zone) === dayIn(new Date(booking.startDate), zone);
  const yours = readerHours(span, zone);
  const when = `${isSameDay ? zonedHours(span, zone) : zonedSpan(span, zone)}${yours ? `, ${yours}` : ""}`;
  if (by === me) return `You propose ${when}. ${firstName} has not answered yet.`;
  const total = hourlyRate === null ? null : priceOf(hourlyRate, hours).total;
  const cost =
    total === null ? "" : Math.round(total * 100) === totalCents ? " Same total." : ` Total ${dollarsAndCents(total)}.`;
  return `${firstName} proposes ${when}.${cost}`;
}
