// Which hours of an aircraft are free: the owner's plan, minus what holds it. Instants are milliseconds since 1970.
import { weekdayOf } from "../kit/day-numbers.ts";
import { DAY_MINUTES, MINUTE_MS, instantsAt, zonedMinute } from "../kit/zoned-days.ts";

/** Bookings start and end on this grid of local minutes. */
export const STEP_MINUTES = 30;
const STEP_MS = STEP_MINUTES * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** From and to in local minutes, `[420, 1260]` is 07:00 to 21:00. */
export type MinuteSpan = [from: number, to: number];
export type WeeklyHours = Record<Weekday, MinuteSpan[]>;

/** When an owner rents an aircraft. */
export type Plan = {
  weekly: WeeklyHours;
  /** Hours between now and the earliest start. */
  noticeHours: number;
  /** Minutes that stay free after each booking. */
  bufferMin: number;
  /** How many days ahead a booking may start. */
  horizonDays: number;
};

const EVERY_DAY: MinuteSpan = [420, 1_260];
export const defaultPlan: Plan = {
  weekly: Object.fromEntries(weekdays.map((day) => [day, [EVERY_DAY]])) as WeeklyHours,
  noticeHours: 2,
  bufferMin: 30,
  horizonDays: 180,
};

/** `from` is inside, `to` is not. */
export type Span = { from: number; to: number };

/** What free hours depend on: the zone, the plan, what holds the aircraft (in any order), and the time. */
export type Schedule = { zone: string; plan: Plan; holds: readonly Span[]; now: number };

/** The spans of a day in which the plan allows bookings, in order. They may touch those of the next day. */
function plannedOn(day: number, { zone, plan }: Schedule): Span[] {
  const spans = plan.weekly[weekdays[weekdayOf(day)]!].map(([from, to]) => ({
    from: instantsAt(day, from, zone).first,
    to: to === DAY_MINUTES ? instantsAt(day + 1, 0, zone).first : instantsAt(day, to, zone).last,
  }));
  return spans.filter(({ from, to }) => from < to);
}

/** The earliest start that the notice allows, and where the horizon ends. */
export function startLimits({ zone, plan, now }: Schedule): Span {
  const today = zonedMinute(now, zone).day;
  return { from: now + plan.noticeHours * HOUR_MS, to: instantsAt(today + plan.horizonDays + 1, 0, zone).first };
}

/** `spans` (in order) without `holes` (in any order). */
export function without(spans: readonly Span[], holes: readonly Span[]): Span[] {
  const sorted = [...holes].sort((one, other) => one.from - other.from);
  const rest: Span[] = [];
  for (const span of spans) {
    let from = span.from;
    for (const hole of sorted) {
      if (hole.to <= from) continue;
      if (hole.from >= span.to) break;
      if (hole.from > from) rest.push({ from, to: hole.from });
      from = hole.to;
    }
    if (from < span.to) rest.push({ from, to: span.to });
  }
  return rest;
}

/** Joins spans that touch or overlap; `spans` are in order of their starts. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else all.push({ ...span });
  }
  return all;
}

/**
 * The spans that a booking may fill, from `day` for `days` days, in order. A booking that lies in one of them also keeps its buffer before
 * the next hold. Only the part after the notice counts; a span begins up to the horizon and may end after it.
 */
export function freeSpans(schedule: Schedule, day: number, days: number): Span[] {
  const { plan, holds } = schedule;
  const limits = startLimits(schedule);
  const planned = joined(Array.from({ length: days }, (_, n) => plannedOn(day + n, schedule)).flat());
  const buffer = plan.bufferMin * MINUTE_MS;
  const busy = holds.map(({ from, to }) => ({ from: from - buffer, to }));
  const early = { from: -Infinity, to: limits.from };
  return without(planned, [early, ...busy]).filter(({ from }) => from < limits.to);
}

/** Whether a booking may have these hours. `grid` says that it starts off the half hour. */
export type Misfit = "grid" | "notice" | "horizon" | "closed" | "held";

export function misfitOf(schedule: Schedule, { from, to }: Span): Misfit | null {
  const { zone, plan, holds } = schedule;
  const start = zonedMinute(from, zone);
  if (from % MINUTE_MS !== 0 || start.minute % STEP_MINUTES !== 0) return "grid";
  const limits = startLimits(schedule);
  if (from < limits.from) return "notice";
  if (from >= limits.to) return "horizon";
  const last = zonedMinute(to - 1, zone).day;
  const planned = Array.from({ length: last - start.day + 1 }, (_, n) => plannedOn(start.day + n, schedule)).flat();
  if (!joined(planned).some((span) => span.from <= from && to <= span.to)) return "closed";
  const until = to + plan.bufferMin * MINUTE_MS;
  return holds.some((hold) => hold.from < until && from < hold.to) ? "held" : null;
}

/** The starts on a day at which `hours` fit into the free spans, on the aircraft's half hours. */
export function startsOn(day: number, hours: number, zone: string, free: readonly Span[]): number[] {
  const dayStart = instantsAt(day, 0, zone).first;
  const dayEnd = instantsAt(day + 1, 0, zone).first;
  const starts: number[] = [];
  for (let at = dayStart; at < dayEnd; at += STEP_MS)
    if (free.some(({ from, to }) => from <= at && at + hours * HOUR_MS <= to)) starts.push(at);
  return starts;
}
