// When a zone's clock changes. A zone is an IANA name, instants are milliseconds since 1970.
import { DAY_MINUTES, MINUTE_MS, zonedMinute } from "./zoned-days.ts";

const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Minutes by which the zone's clock is ahead of UTC at a whole minute. */
export function zoneOffset(at: number, zone: string): number {
  const { day, minute } = zonedMinute(at, zone);
  return day * DAY_MINUTES + minute - at / MINUTE_MS;
}

/** A clock change: its instant, and the offsets before and after it in minutes. */
export type ZoneChange = { at: number; before: number; after: number };

/** The clock changes between two midnights of UTC, in order. No zone changes its clock twice a day. */
export function zoneChanges(zone: string, from: number, to: number): ZoneChange[] {
  const changes: ZoneChange[] = [];
  for (let day = from; day < to; day += DAY_MS) {
    const [before, after] = [zoneOffset(day, zone), zoneOffset(day + DAY_MS, zone)];
    if (before !== after) changes.push({ at: changeAt(day, day + DAY_MS, before, zone), before, after });
  }
  return changes;
}

function changeAt(from: number, to: number, before: number, zone: string): number {
  let [earlier, later] = [from, to];
  while (later - earlier > MINUTE_MS) {
    const middle = Math.floor((earlier + later) / 2 / MINUTE_MS) * MINUTE_MS;
    if (zoneOffset(middle, zone) === before) earlier = middle;
    else later = middle;
  }
  return later;
}
