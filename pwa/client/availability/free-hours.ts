// The free hours of an aircraft as a screen reads them. Instants are milliseconds since 1970, days are day numbers.
import {
  defaultPlan,
  freeSpans,
  STEP_MINUTES,
  weekdays,
  without,
  type MinuteSpan,
  type Plan,
  type Span,
} from "../../../shared/domain/free-hours.ts";
import { freeSpansOf } from "../../../shared/domain/hours/open-days.ts";
import { longestOn } from "../../../shared/domain/hours/texts.ts";
import { dayNumber, weekdayOf } from "../../../shared/kit/day-numbers.ts";
import { DAY_MINUTES, instantsAt, MINUTE_MS, zonedMinute } from "../../../shared/kit/zoned-days.ts";

export const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** What anybody may know of an owner's plan. */
export type PublicPlan = Pick<Plan, "weekly" | "noticeHours" | "horizonDays">;

type OpenDay = { day: string; open: MinuteSpan[] };

/** Free spans of days in local minutes, as the server sends them. */
export type OpenDays = readonly OpenDay[];

export type FreeHours = {
  zone: string;
  plan: PublicPlan;
  now: number;
  /** In order, none touches another, none starts before the owner's notice. */
  spans: readonly Span[];
  /** The days that the spans cover; `to` is not among them. */
  known: { from: number; to: number };
};

/** Reads the server's days, which follow each other. Free spans of neighboring days that touch become one. */
export function freeHoursOf(zone: string, plan: PublicPlan, days: OpenDays, now: number): FreeHours {
  const known = { from: dayNumber(days[0]?.day ?? "1970-01-01"), to: 0 };
  known.to = known.from + days.length;
  const early = { from: -Infinity, to: now + plan.noticeHours * HOUR_MS };
  return { zone, plan, now, spans: without(freeSpansOf(days, zone), [early]), known };
}

/** The hours of an owner who changed nothing, without any booking: for an aircraft whose free hours were never read. */
export function usualHours(zone: string, now: number): FreeHours {
  const today = zonedMinute(now, zone).day;
  const days = defaultPlan.horizonDays + 1;
  const spans = freeSpans({ zone, plan: defaultPlan, holds: [], now }, today, days);
  return { zone, plan: defaultPlan, now, spans, known: { from: today, to: today + days } };
}

/** Whether the aircraft is free for `hours` from an instant. */
export function fits({ spans }: FreeHours, from: number, hours: number): boolean {
  return spans.some((span) => span.from <= from && from + hours * HOUR_MS <= span.to);
}

/** From and to in local minutes: when the plan opens and closes, on a day or over all weekdays. Null on a closed day. */
export function openingOf({ weekly }: PublicPlan, day?: number): MinuteSpan | null {
  const days = day === undefined ? weekdays : [weekdays[weekdayOf(day)]!];
  const spans = days.flatMap((name) => weekly[name]);
  if (spans.length === 0) return null;
  return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
}

/** From opening to closing of a day; null on a closed day. */
export function openingSpanOf({ zone, plan }: Pick<FreeHours, "zone" | "plan">, day: number): Span | null {
  const opening = openingOf(plan, day);
  if (!opening) return null;
  const [from, to] = opening;
  return { from: instantsAt(day, from, zone).first, to: instantsAt(day, to, zone).last };
}

/** The half hours of a day at which the plan is open, as instants. The one to close at is not among them. */
export function halfHoursOf(hours: FreeHours, day: number): number[] {
  const opening = openingSpanOf(hours, day);
  const all: number[] = [];
  if (!opening) return all;
  for (let at = opening.from; at < opening.to; at += STEP_MS) if (isOnStep(at, hours.zone)) all.push(at);
  return all;
}

const isOnStep = (at: number, zone: string) => zonedMinute(at, zone).minute % STEP_MINUTES === 0;

/** The first known day after `day` on which `duration` hours fit. */
export function nextDayFor(hours: FreeHours, day: number, duration: number): number | null {
  for (let next = Math.max(day + 1, hours.known.from); next < hours.known.to; next += 1)
    if (halfHoursOf(hours, next).some((at) => fits(hours, at, duration))) return next;
  return null;
}

/** `later` is past the horizon, `full` has no free span of the minimum length, `unknown` was not read. */
export type DayKind = "past" | "later" | "unknown" | "closed" | "full" | "part" | "free";

export type DayHours = {
  day: number;
  kind: DayKind;
  /** Free spans in local minutes, on the half hour. */
  open: readonly MinuteSpan[];
};

export function hoursOfDay(hours: FreeHours, day: number, minHours: number): DayHours {
  const { zone, plan, now, known } = hours;
  const today = zonedMinute(now, zone).day;
  const without = (kind: DayKind): DayHours => ({ day, kind, open: [] });
  if (day < today) return without("past");
  if (day > today + plan.horizonDays) return without("later");
  const planned = plan.weekly[weekdays[weekdayOf(day)]!];
  if (planned.length === 0) return without("closed");
  if (day < known.from || day >= known.to) return without("unknown");
  if (longestOn(day, zone, hours.spans) < minHours) return without("full");
  const open = openOn(hours, day);
  const isFree = planned.every(([from, to]) => open.some((span) => span[0] <= from && to <= span[1]));
  return { day, kind: isFree ? "free" : "part", open };
}

/** The free spans of a day in local minutes, from half hour to half hour. */
function openOn({ spans, zone }: FreeHours, day: number): MinuteSpan[] {
  const [start, end] = [instantsAt(day, 0, zone).first, instantsAt(day + 1, 0, zone).first];
  const minuteOf = (at: number) => (at === end ? DAY_MINUTES : zonedMinute(at, zone).minute);
  return spans
    .filter(({ from, to }) => from < end && to > start)
    .map(({ from, to }): MinuteSpan => [minuteOf(Math.max(from, start)), minuteOf(Math.min(to, end))])
    .map(([from, to]): MinuteSpan => [Math.ceil(from / STEP_MINUTES) * STEP_MINUTES, to])
    .filter(([from, to]) => from < to);
}
