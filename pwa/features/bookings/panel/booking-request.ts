// Texts of a booking for the panel, the bar and the request to the owner.
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { zonedTime } from "../../../../shared/kit/dates.ts";
import { dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";

export type BookingDetails = {
  /** A day `YYYY-MM-DD` at the aircraft's location. */
  date: string;
  /** ISO time of the start on that day. */
  start: string;
  hours: number;
};

type Plane = { hourlyRate: number } & Placed;

/** `Sat, Dec 5, 09:00 PST · 4 hours · $1,518.00` */
export function bookingLine(plane: Plane, { start, hours }: Pick<BookingDetails, "start" | "hours">): string {
  return [startText(plane, start), hoursLabel(hours), totalText(plane, hours)].join(" · ");
}

/** The message that asks the owner for a booking. */
export function requestText(
  plane: Plane & { name: string },
  { start, hours }: Pick<BookingDetails, "start" | "hours">,
): string {
  return [
    `Booking request for ${plane.name}`,
    `Date: ${startText(plane, start)}`,
    `Duration: ${hoursLabel(hours)}`,
    `Total: ${totalText(plane, hours)}`,
  ].join("\n");
}

/** `Sat, Dec 5, 09:00 PST` on the clock at the aircraft. */
function startText(plane: Placed, start: string): string {
  return zonedTime(start, zoneOf(plane));
}

function totalText({ hourlyRate }: Plane, hours: number): string {
  return dollarsAndCents(priceOf(hourlyRate, hours).total);
}
