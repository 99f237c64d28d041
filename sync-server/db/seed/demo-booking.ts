// The demo's bookings with their messages: a completed flight, so that both sides can review, and those of the weeks ahead.
import { answerDeadline, stepLine } from "../../../shared/domain/bookings-rules.ts";
import { defaultPlan, misfitOf } from "../../../shared/domain/free-hours.ts";
import { zoneOf, type Placed } from "../../../shared/domain/locations.ts";
import { zonedTime } from "../../../shared/kit/dates.ts";
import { dollarsAndCents, priceOf } from "../../../shared/kit/money.ts";
import { instantsAt, zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { demoPlans, type DemoBlock, type DemoFlight } from "./demo-schedule.ts";

export const flownBooking = {
  pilotEmail: "pilot@demo.test",
  ownerEmail: "owner@demo.test",
  aircraftName: "Mooney M20J 201 - Demo Data",
};

const DAYS_AGO = 5;
const FLOWN_HOURS = 3;
const HOUR_MS = 3_600_000;
/** Days after the wanted one on which a flight is tried. */
const MOST_DAYS_LATER = 7;

type Plane = { name: string; hourlyRate: number } & Placed;
type Saying = { by: "pilot" | "owner"; at: string; content: string; isAbout: boolean; read?: boolean };

/** The instant of a local hour, some days after the start day. */
function localHour(plane: Plane, now: Date, days: number, hour: number): number {
  const zone = zoneOf(plane);
  const day = zonedMinute(now.getTime(), zone).day + days;
  return instantsAt(day + Math.floor(hour / 24), (hour % 24) * 60, zone).first;
}

function quoteOf(plane: Plane, start: number, hours: number) {
  const { totalPrice, totalCents, feeCents } = priceOf(plane.hourlyRate, hours);
  return {
    startDate: new Date(start).toISOString(),
    endsAt: new Date(start + hours * HOUR_MS).toISOString(),
    ...{ hours, totalPrice, totalCents, feeCents, hourlyRate: plane.hourlyRate },
  };
}

/** Returns the booking's fields, relative to `now`, and its messages, oldest first. */
export function flownFlight(plane: Plane, now: Date) {
  const start = localHour(plane, now, -DAYS_AGO, 9);
  const quote = quoteOf(plane, start, FLOWN_HOURS);
  const line = (step: "accepted" | "completed") => stepLine(step, plane, quote);
  const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString();
  const said: Saying[] = [
    { by: "pilot", at: at(-50), content: requestOf(plane, quote), isAbout: true },
    { by: "owner", at: at(-48), content: line("accepted"), isAbout: true },
    {
      by: "owner",
      at: at(-47.9),
      content: "She is fueled to the tabs. The key box code comes the evening before.",
      isAbout: false,
    },
    { by: "pilot", at: at(-47), content: "Thank you. Off blocks at nine, back before noon.", isAbout: false },
    { by: "owner", at: at(FLOWN_HOURS + 0.01), content: line("completed"), isAbout: true },
  ];
  const booking = { ...quote, status: "completed", createdAt: at(-50), lastStepAt: at(FLOWN_HOURS), rev: 2 };
  return { booking, said };
}

/** The start of a flight: the first day on which the owner's plan has its hours. @throws when a week has none */
function startOf(plane: Plane, now: Date, { day, from, hours }: DemoFlight): number {
  const plan = { ...(demoPlans[plane.name] ?? defaultPlan), noticeHours: 0 };
  const schedule = { zone: zoneOf(plane), plan, holds: [], now: now.getTime() };
  for (let later = 0; later < MOST_DAYS_LATER; later++) {
    const start = localHour(plane, now, day + later, from);
    if (misfitOf(schedule, { from: start, to: start + hours * HOUR_MS }) === null) return start;
  }
  throw new Error(`The plan of ${plane.name} never has ${hours} hours from ${from}:00.`);
}

/** A flight ahead. Accepted ones were asked for in the days before, the others in the hours before and are unread. `index` spreads them. */
export function flightAhead(plane: Plane, now: Date, flight: DemoFlight, index: number) {
  const quote = quoteOf(plane, startOf(plane, now, flight), flight.hours);
  const hoursAgo = flight.status === "accepted" ? 26 + 5.3 * index : 1 + 0.4 * index;
  const asked = now.getTime() - hoursAgo * HOUR_MS;
  const answered = new Date(asked + 2 * HOUR_MS).toISOString();
  const createdAt = new Date(asked).toISOString();
  const isAccepted = flight.status === "accepted";
  const request = {
    by: "pilot" as const,
    at: createdAt,
    content: requestOf(plane, quote),
    isAbout: true,
    read: isAccepted,
  };
  const acceptance = { by: "owner" as const, at: answered, content: stepLine("accepted", plane, quote), isAbout: true };
  const said: Saying[] = isAccepted ? [request, acceptance] : [request];
  const booking = {
    ...quote,
    status: flight.status,
    createdAt,
    lastStepAt: isAccepted ? answered : null,
    answerBy: new Date(answerDeadline(Date.parse(quote.startDate), asked)).toISOString(),
    rev: isAccepted ? 1 : 0,
  };
  return { booking, said };
}

/** The ends of a blocked time. */
export function blockedTime(plane: Plane, now: Date, { day, from, to }: DemoBlock): { from: string; to: string } {
  const [start, end] = [from, to].map((hour) => new Date(localHour(plane, now, day, hour)).toISOString());
  return { from: start!, to: end! };
}

function requestOf(plane: Plane, { startDate, hours }: { startDate: string; hours: number }) {
  const { name, hourlyRate } = plane;
  return [
    `Booking request for ${name}`,
    `Date: ${zonedTime(startDate, zoneOf(plane))}`,
    `Duration: ${hours} hours`,
    `Total: ${dollarsAndCents(priceOf(hourlyRate, hours).total)}`,
  ].join("\n");
}
