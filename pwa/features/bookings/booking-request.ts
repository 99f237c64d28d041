// Texts of a booking for the panel, the bar and the request to the owner.
import { hoursLabel } from "../../../shared/domain/bookings-rules.ts";
import { longDay, shortDay } from "../../../shared/kit/dates.ts";
import { dollarsAndCents, priceOf } from "../../../shared/kit/money.ts";

export type BookingDetails = {
  /** A day `YYYY-MM-DD` at the aircraft's location. */
  date: string;
  hours: number;
};

/** `Sat, Dec 5 · 4 hours · $1,518.00` */
export function bookingLine({ date, hours }: BookingDetails, hourlyRate: number): string {
  return [shortDay(date), hoursLabel(hours), dollarsAndCents(priceOf(hourlyRate, hours).total)].join(" · ");
}

/** The message that asks the owner for a booking. */
export function requestText(plane: { name: string; hourlyRate: number }, { date, hours }: BookingDetails): string {
  return [
    `Booking request for ${plane.name}`,
    `Date: ${longDay(date)}`,
    `Duration: ${hoursLabel(hours)}`,
    `Total: ${dollarsAndCents(priceOf(plane.hourlyRate, hours).total)}`,
  ].join("\n");
}
