// Finds aircraft with free hours on a day, by the days that their cards show: devices without a network find the same ones.
import { DEFAULT_HORIZON_DAYS, DEFAULT_NOTICE_HOURS } from "../../../shared/domain/hours/card-days.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { dayIn } from "../../../shared/kit/dates.ts";
import { dayNumber, weekdayOf } from "../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";

/** Returns the locations where a day (`YYYY-MM-DD`) is today or later in local time. */
export function locationsAhead(day: string, locations: readonly string[], now: Date): string[] {
  return locations.filter((location) => day >= dayIn(now, zoneOf(location)));
}

/** The clock of the aircraft's location, in hours since 1970. */
const localHours = `(?::float8[])[array_position(?::text[], aircraft.location)]`;

/** SQL condition and values: the day is after the notice, within the horizon, open and not full. */
export function isAvailableOn(
  day: string,
  locations: readonly string[],
  now: Date,
): { sql: string; values: unknown[] } {
  const clocks = locations.map((location) => {
    const { day: today, minute } = zonedMinute(now.getTime(), zoneOf(location));
    return today * 24 + minute / 60;
  });
  const wanted = dayNumber(day);
  return {
    sql: `floor((${localHours} + coalesce(aircraft."noticeHours", ${DEFAULT_NOTICE_HOURS})) / 24) <= ?
      and floor(${localHours} / 24) + coalesce(aircraft."horizonDays", ${DEFAULT_HORIZON_DAYS}) >= ?
      and (coalesce(aircraft."closedDays", 0) >> ?) & 1 = 0
      and not coalesce(? = any(aircraft."fullDays"), false)`,
    values: [clocks, locations, wanted, clocks, locations, wanted, weekdayOf(wanted), wanted],
  };
}
