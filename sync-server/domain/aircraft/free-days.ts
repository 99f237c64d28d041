// Finds aircraft available on a day: those whose accepted bookings do not cover its working hours.
import { dayIn, instantOf } from "../../../shared/kit/dates.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";

const DAY_STARTS = 8;
const DAY_ENDS = 20;

/** Returns the locations where a day (`YYYY-MM-DD`) is today or later in local time. */
export function locationsAhead(day: string, locations: readonly string[], now: Date): string[] {
  return locations.filter((location) => day >= dayIn(now, zoneOf(location)));
}

/** Formats for PostgreSQL, which accepts no sign before a year; in UTC the last day of 9999 ends in year 10000. */
function timeText(at: Date): string {
  return at.toISOString().replace(/^\+0*/, "");
}

/**
 * SQL condition and values: no accepted bookings cover 08:00 to 20:00 local time of the day.
 * Reads that day's bookings, whose aircraft are few, whatever the total.
 */
export function isAvailableOn(day: string, locations: readonly string[]): { sql: string; values: unknown[] } {
  const windows = locations.map((location) => [
    timeText(instantOf(day, DAY_STARTS, zoneOf(location))),
    timeText(instantOf(day, DAY_ENDS, zoneOf(location))),
  ]);
  return {
    sql: `aircraft.id not in (
      select plane.id
      from unnest(?::text[], ?::timestamptz[], ?::timestamptz[]) as hours (location, opens, closes)
      join bookings on bookings.status = 'accepted'
        and tstzrange(bookings."startDate", bookings."endsAt") && tstzrange(hours.opens, hours.closes)
      join aircraft as plane on plane.id = bookings."aircraftId" and plane.location = hours.location
      group by plane.id, hours.opens, hours.closes
      having range_agg(tstzrange(bookings."startDate", bookings."endsAt")) @> tstzrange(hours.opens, hours.closes)
    )`,
    values: [locations, windows.map(([opens]) => opens), windows.map(([, closes]) => closes)],
  };
}
