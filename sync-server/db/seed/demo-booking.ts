// One completed flight of the demo's pilot, with its messages, so that both sides can try a review.
import { stepLine } from "../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { dayIn, instantOf, longDay } from "../../../shared/kit/dates.ts";
import { dollarsAndCents, priceOf } from "../../../shared/kit/money.ts";

export const demoBooking = {
  pilotEmail: "pilot@demo.test",
  ownerEmail: "owner@demo.test",
  aircraftName: "Piper Arrow III - Demo Data",
};

const DAYS_AGO = 5;
const HOURS = 3;
const HOUR_MS = 3_600_000;

type Plane = { name: string; location: string; hourlyRate: number };

/** Returns the booking's fields, relative to `now`, and its messages, oldest first. */
export function demoFlight(plane: Plane, now: Date) {
  const zone = zoneOf(plane.location);
  const day = dayIn(new Date(now.getTime() - DAYS_AGO * 24 * HOUR_MS), zone);
  const start = instantOf(day, 9, zone);
  const startDate = start.toISOString();
  const price = priceOf(plane.hourlyRate, HOURS);
  const line = (step: "accepted" | "completed") => stepLine(step, plane, { startDate, hours: HOURS });
  const at = (hours: number) => new Date(start.getTime() + hours * HOUR_MS).toISOString();
  const said = [
    { by: "pilot", at: at(-50), content: requestOf(plane.name, day, price.total), isAbout: true },
    { by: "owner", at: at(-48), content: line("accepted"), isAbout: true },
    {
      by: "owner",
      at: at(-47.9),
      content: "She is fueled to the tabs. The key box code comes the evening before.",
      isAbout: false,
    },
    { by: "pilot", at: at(-47), content: "Thank you. Off blocks at nine, back before noon.", isAbout: false },
    { by: "owner", at: at(HOURS + 0.01), content: line("completed"), isAbout: true },
  ] as const;
  return {
    booking: {
      startDate,
      endsAt: at(HOURS),
      hours: HOURS,
      status: "completed",
      totalPrice: price.totalPrice,
      createdAt: at(-50),
      rev: 2,
    },
    said,
  };
}

function requestOf(name: string, day: string, total: number): string {
  return [
    `Booking request for ${name}`,
    `Date: ${longDay(day)}`,
    `Duration: ${HOURS} hours`,
    `Total: ${dollarsAndCents(total)}`,
  ].join("\n");
}
