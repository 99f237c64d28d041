// Months as numbers since 1970-01, and their days as day numbers.
import { monthAndYear } from "../../../shared/kit/dates.ts";
import { dayNumber, dayOf, weekdayOf } from "../../../shared/kit/day-numbers.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** The month of a day. */
export function monthOf(day: number): number {
  const [year = 1970, month = 1] = dayOf(day).split("-").map(Number);
  return (year - 1970) * 12 + month - 1;
}

export function firstDayOf(month: number): number {
  return dayNumber(`${1970 + Math.floor(month / 12)}-${two((month % 12) + 1)}-01`);
}

/** The same day of another month, or that month's last day. */
export function inMonth(day: number, month: number): number {
  const wanted = firstDayOf(month) + (day - firstDayOf(monthOf(day)));
  return Math.min(wanted, firstDayOf(month + 1) - 1);
}

/** `December 2026` */
export function monthName(month: number): string {
  return monthAndYear(dayOf(firstDayOf(month)));
}

/** The weeks of a month, Sunday first; null before its first and after its last day. */
export function monthDays(month: number): (number | null)[][] {
  const [first, end] = [firstDayOf(month), firstDayOf(month + 1)];
  const start = first - daysSinceSunday(first);
  const weeks: (number | null)[][] = [];
  for (let sunday = start; sunday < end; sunday += 7)
    weeks.push(Array.from({ length: 7 }, (_, n) => (sunday + n < first || sunday + n >= end ? null : sunday + n)));
  return weeks;
}

/** Days since the last Sunday, 0 on a Sunday. */
export function daysSinceSunday(day: number): number {
  return (weekdayOf(day) + 1) % 7;
}
