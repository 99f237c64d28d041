// Sentences for hours that do not fit, for device and server.
import { counted } from "../../kit/counted.ts";
import { shortDay } from "../../kit/dates.ts";
import { dayOf } from "../../kit/day-numbers.ts";
import { zonedMinute } from "../../kit/zoned-days.ts";
import { zoneName } from "../../kit/zoned-hours.ts";
import { hoursLabel } from "../bookings-rules.ts";
import {
  startsOn,
  weekdays,
  type MinuteSpan,
  type Misfit,
  type Plan,
  type Span,
  type WeeklyHours,
} from "../free-hours.ts";

const HOUR_MS = 3_600_000;

/** `09:00` */
export function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const clockAt = (at: number, zone: string) => clockText(zonedMinute(at, zone).minute);

/** `09:00–12:00` */
function hoursText({ from, to }: Span, zone: string): string {
  return `${clockAt(from, zone)}–${clockAt(to, zone)}`;
}

/** `07:00–12:00, 13:30–21:00`, or `closed` */
export function spansText(spans: readonly MinuteSpan[]): string {
  return spans.map(([from, to]) => `${clockText(from)}–${clockText(to)}`).join(", ") || "closed";
}

/** `Mon closed; Tue–Sun 07:00–21:00`: days in a row with the same hours are named together. */
export function weeklyText(weekly: WeeklyHours): string {
  const groups: { first: string; last: string; hours: string }[] = [];
  for (const day of weekdays) {
    const name = day.charAt(0).toUpperCase() + day.slice(1);
    const hours = spansText(weekly[day]);
    const group = groups.at(-1);
    if (group?.hours === hours) group.last = name;
    else groups.push({ first: name, last: name, hours });
  }
  return groups.map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`).join("; ");
}

/**
 * `Sat, Dec 12, 08:00–11:00`, or with both days: `Tue, Dec 15, 07:00 – Thu, Dec 17, 21:00`. Both ends have their zone where the
 * clock changes in between: `Sun, Nov 7, 01:30 PDT–01:30 PST`.
 */
export function hoursRange(from: number, to: number, zone: string): string {
  const [start, end] = [zonedMinute(from, zone), zonedMinute(to, zone)];
  const [first, last] = [from, to].map((at) => zoneName(new Date(at), zone));
  const clockOf = (minute: number, name: string | undefined) => clockText(minute) + (first === last ? "" : ` ${name}`);
  const startText = `${shortDay(dayOf(start.day))}, ${clockOf(start.minute, first)}`;
  if (start.day === end.day) return `${startText}–${clockOf(end.minute, last)}`;
  if (end.day === start.day + 1 && end.minute === 0) return `${startText}–${clockOf(1_440, last)}`;
  return `${startText} – ${shortDay(dayOf(end.day))}, ${clockOf(end.minute, last)}`;
}

/** The most whole hours that fit from any start on a day; 0 for none. */
export function longestOn(day: number, zone: string, free: readonly Span[]): number {
  const lengths = startsOn(day, 1, zone, free).map((at) => {
    const span = free.find(({ from, to }) => from <= at && at < to)!;
    return Math.floor((span.to - at) / HOUR_MS);
  });
  return Math.max(0, ...lengths);
}

/** Why `hours` cannot start at an instant: `Not free. Free again from 17:30.` */
export function startProblem(from: number, hours: number, zone: string, free: readonly Span[]): string {
  const around = free.find((span) => span.from <= from && from < span.to);
  const end = from + hours * HOUR_MS;
  if (around) {
    const [start, until, ends] = [from, around.to, end].map((at) => clockAt(at, zone));
    return `${start}: free until ${until}, and ${hoursLabel(hours)} ${hours === 1 ? "ends" : "end"} at ${ends}.`;
  }
  const { day } = zonedMinute(from, zone);
  const next = free.find((span) => span.from > from && zonedMinute(span.from, zone).day === day);
  return next ? `Not free. Free again from ${clockAt(next.from, zone)}.` : "Not free.";
}

/** `7 hours do not fit on Sat, Dec 12. The longest that fits is 6 hours.` Null if they fit from some start of the day. */
export function durationProblem(day: number, hours: number, zone: string, free: readonly Span[]): string | null {
  const longest = longestOn(day, zone, free);
  if (longest >= hours) return null;
  const name = shortDay(dayOf(day));
  if (longest === 0) return `No hours are free on ${name}.`;
  return `${hoursLabel(hours)} do not fit on ${name}. The longest that fits is ${hoursLabel(longest)}.`;
}

/** `Too soon. Marisol needs 2 hours notice.` */
export function noticeProblem(ownerName: string, noticeHours: number): string {
  return `Too soon. ${firstName(ownerName)} needs ${hoursLabel(noticeHours)} notice.`;
}

/** `Too far ahead. Marisol takes requests up to 180 days ahead.` */
function horizonProblem(ownerName: string, horizonDays: number): string {
  const days = counted(horizonDays, "day");
  return `Too far ahead. ${firstName(ownerName)} takes requests up to ${days} ahead.`;
}

/** `09:00–12:00 was just taken. 3 hours still fit from 17:30 or 18:00.` */
export function takenText(from: number, hours: number, zone: string, free: readonly Span[]): string {
  const { day } = zonedMinute(from, zone);
  const taken = `${hoursText({ from, to: from + hours * HOUR_MS }, zone)} was just taken.`;
  const nearest = startsOn(day, hours, zone, free)
    .sort((one, other) => Math.abs(one - from) - Math.abs(other - from))
    .slice(0, MOST_STARTS)
    .sort((one, other) => one - other)
    .map((at) => clockAt(at, zone));
  if (nearest.length === 0) return `${taken} No start fits ${hoursLabel(hours)} on ${shortDay(dayOf(day))} any more.`;
  return `${taken} ${hoursLabel(hours)} still ${hours === 1 ? "fits" : "fit"} from ${nearest.join(" or ")}.`;
}

const MOST_STARTS = 2;

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

type Wanted = { from: number; hours: number; zone: string; free: readonly Span[]; plan: Plan; ownerName: string };

/** The field of a request that does not fit, and the sentence beside it. */
export function misfitProblem(misfit: Misfit, wanted: Wanted): { field: "startDate" | "hours"; message: string } {
  const { from, hours, zone, free, plan, ownerName } = wanted;
  const { day } = zonedMinute(from, zone);
  switch (misfit) {
    case "grid":
      return { field: "startDate", message: "Choose a start on the half hour." };
    case "notice":
      return { field: "startDate", message: noticeProblem(ownerName, plan.noticeHours) };
    case "horizon":
      return { field: "startDate", message: horizonProblem(ownerName, plan.horizonDays) };
    case "held":
      return { field: "startDate", message: takenText(from, hours, zone, free) };
    case "closed": {
      const tooLong = durationProblem(day, hours, zone, free);
      if (tooLong === null) return { field: "startDate", message: startProblem(from, hours, zone, free) };
      return { field: longestOn(day, zone, free) === 0 ? "startDate" : "hours", message: tooLong };
    }
  }
}
