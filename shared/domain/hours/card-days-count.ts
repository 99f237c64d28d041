// Counts the closed weekdays and the full days of an aircraft for its card.
import { weekdayOf } from "../../kit/day-numbers.ts";
import { MINUTE_MS, zonedMinute } from "../../kit/zoned-days.ts";
import { DEFAULT_HORIZON_DAYS, DEFAULT_NOTICE_HOURS, isClosedOn, type CardDays } from "./card-days.ts";
import { freeSpans, startsOn, type Plan, type Schedule, type Span } from "../free-hours.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;
/** Holds further ahead do not fill days: nobody can ask for those yet. */
export const DAYS_COUNTED = 366;

/** The plan without its limits: the result changes with the day only. */
const unlimited = (plan: Plan): Plan => ({ ...plan, noticeHours: 0, horizonDays: 1_000_000 });

/** Whether a booking of `hours` can start on a day. */
function hasStart(schedule: Schedule, day: number, hours: number): boolean {
  const days = 2 + Math.ceil(hours / DAY_HOURS);
  return startsOn(day, hours, schedule.zone, freeSpans(schedule, day - 1, days + 1)).length > 0;
}

/** Weekdays on which the plan alone has no room for `hours`: bit 0 is Monday. */
function closedDaysOf(plan: Plan, hours: number): number {
  const week = { zone: "UTC", plan: unlimited(plan), holds: [], now: 0 };
  const someMonday = 4 + 7;
  let mask = 0;
  for (let day = someMonday; day < someMonday + 7; day++) if (!hasStart(week, day, hours)) mask |= 1 << weekdayOf(day);
  return mask;
}

/** The days that a hold may take starts of `hours` from. */
function daysAround({ from, to }: Span, zone: string, reach: number): { first: number; last: number } {
  return { first: zonedMinute(from - reach, zone).day, last: zonedMinute(to, zone).day };
}

/** The days of an aircraft's card, without fields that have their usual value. `minHours`: the least hours of a booking. */
export function cardDaysOf({ zone, plan, holds, now }: Schedule, minHours: number): CardDays {
  const closedDays = closedDaysOf(plan, minHours);
  const today = zonedMinute(now, zone).day;
  const reach = minHours * HOUR_MS + plan.bufferMin * MINUTE_MS;
  const full = new Set<number>();
  const checked = new Set<number>();
  const around = holds.map((hold) => ({ hold, ...daysAround(hold, zone, reach) }));
  for (const { first, last } of around)
    for (let day = Math.max(first, today); day <= Math.min(last, today + DAYS_COUNTED); day++) {
      if (checked.has(day) || isClosedOn(closedDays, day)) continue;
      checked.add(day);
      const near = around.filter((one) => one.first <= day && one.last >= day).map(({ hold }) => hold);
      if (!hasStart({ zone, plan: unlimited(plan), holds: near, now: 0 }, day, minHours)) full.add(day);
    }
  return {
    ...(closedDays > 0 && { closedDays }),
    ...(full.size > 0 && { fullDays: [...full].sort((one, other) => one - other) }),
    ...(plan.noticeHours !== DEFAULT_NOTICE_HOURS && { noticeHours: plan.noticeHours }),
    ...(plan.horizonDays !== DEFAULT_HORIZON_DAYS && { horizonDays: plan.horizonDays }),
  };
}
