// Finds aircraft with free hours on a day, by the days that their cards show: devices without a network find the same ones.
import { DEFAULT_HORIZON_DAYS, DEFAULT_NOTICE_HOURS } from "../../../shared/domain/hours/card-days.ts";
import { zoneOfLocation } from "../../../shared/domain/locations.ts";
import { dayIn } from "../../../shared/kit/dates.ts";
import { dayNumber, weekdayOf } from "../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";

/** Whether a day (`YYYY-MM-DD`) has passed at the main airports of all these locations. */
export function isPast(day: string, locations: readonly string[], now: Date): boolean {
  return locations.every((location) => day < dayIn(now, zoneOfLocation(location)));
}

/** The clock of the aircraft's airport, in hours since 1970. Most have the main airport: its clock is computed once, not for each row. */
const localHours = `coalesce(
  (extract(epoch from ?::timestamptz at time zone (aircraft.airport->>'zone')) / 3600)::float8,
  (?::float8[])[array_position(?::text[], aircraft.location)])`;

/** SQL condition and values: the day is after the notice, within the horizon, open and not full. */
export function isAvailableOn(
  day: string,
  locations: readonly string[],
  now: Date,
): { sql: string; values: unknown[] } {
  const clocks = locations.map((location) => {
    const { day: today, minute } = zonedMinute(now.getTime(), zoneOfLocation(location));
    return today * 24 + minute / 60;
  });
  const local = [now.toISOString(), clocks, locations];
  const wanted = dayNumber(day);
  return {
    sql: `floor((${localHours} + coalesce(aircraft."noticeHours", ${DEFAULT_NOTICE_HOURS})) / 24) <= ?
      and floor(${localHours} / 24) + coalesce(aircraft."horizonDays", ${DEFAULT_HORIZON_DAYS}) >= ?
      and (coalesce(aircraft."closedDays", 0) >> ?) & 1 = 0
      and not coalesce(? = any(aircraft."fullDays"), false)`,
    values: [...local, wanted, ...local, wanted, weekdayOf(wanted), wanted],
  };
}
