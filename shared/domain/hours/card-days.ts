// The days that a card shows as free. Small and free of schemas: the first bundle loads this file.
import { dayIn } from "../../kit/dates.ts";
import { dayNumber, weekdayOf } from "../../kit/day-numbers.ts";
import { zoneOf, type Placed } from "../locations.ts";

const HOUR_MS = 3_600_000;

export const DEFAULT_NOTICE_HOURS = 2;
export const DEFAULT_HORIZON_DAYS = 180;

/** The part of an owner's plan that a card has. A field with its usual value is absent, so most cards have none. */
export type CardDays = {
  /** Weekdays without hours: bit 0 is Monday. */
  closedDays?: number | undefined;
  /** Sorted numbers of days since 1970 on which no booking of the least hours fits. */
  fullDays?: readonly number[] | undefined;
  noticeHours?: number | undefined;
  horizonDays?: number | undefined;
};

/** The first and the last day on which a booking may start, as the notice and the horizon allow. `now` in milliseconds. */
export function daysToBook(
  zone: string,
  now: number,
  { noticeHours = DEFAULT_NOTICE_HOURS, horizonDays = DEFAULT_HORIZON_DAYS }: CardDays = {},
): { first: number; last: number } {
  const dayAt = (at: number) => dayNumber(dayIn(new Date(at), zone));
  return { first: dayAt(now + noticeHours * HOUR_MS), last: dayAt(now) + horizonDays };
}

/** Whether a weekday mask includes a day. */
export function isClosedOn(closedDays: number, day: number): boolean {
  return ((closedDays >> weekdayOf(day)) & 1) === 1;
}

/** Whether a booking of the least hours may fit on a day. Only the server knows the hours of that day. */
export function isFreeOn(card: CardDays & Placed, day: number, now: number): boolean {
  const { first, last } = daysToBook(zoneOf(card), now, card);
  return day >= first && day <= last && !isClosedOn(card.closedDays ?? 0, day) && !card.fullDays?.includes(day);
}

/** The first free day of a card, or null. */
export function nextFreeDay(card: CardDays & Placed, now: number): number | null {
  const { first, last } = daysToBook(zoneOf(card), now, card);
  for (let day = first; day <= last; day++)
    if (!isClosedOn(card.closedDays ?? 0, day) && !card.fullDays?.includes(day)) return day;
  return null;
}
