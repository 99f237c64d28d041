// Days and minutes of a time zone as instants. Instants are milliseconds since 1970, a zone is an IANA name.
import { wallClock } from "./wall-clock.ts";

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Offsets at both ends of a UTC day, by zone and day: reading a clock takes 10 µs, and most days have one offset. */
const offsets = new Map<string, number>();
const MOST_OFFSETS = 20_000;

function offsetAtDay(number: number, zone: string): number {
  const key = `${zone} ${number}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = wallClock(number * DAY_MS, zone) - number * DAY_MS;
    if (offsets.size >= MOST_OFFSETS) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/** Milliseconds by which the zone's clock is ahead of UTC at a whole second. No zone changes its clock twice a day. */
function offsetAt(at: number, zone: string): number {
  const number = Math.floor(at / DAY_MS);
  const offset = offsetAtDay(number, zone);
  return offset === offsetAtDay(number + 1, zone) ? offset : wallClock(at, zone) - at;
}

/**
 * The instants at which the zone's clock shows a minute of a day: one, two when the clock is set back over it. When the clock skips it,
 * the one instant at which it goes on. `minute` counts from 00:00 and may be 1,440 for the end of the day.
 */
export function instantsAt(number: number, minute: number, zone: string): { first: number; last: number } {
  const wanted = number * DAY_MS + minute * MINUTE_MS;
  // A change is less than a day, so a day before and a day after show both offsets.
  const before = wanted - offsetAt(wanted - DAY_MS, zone);
  const after = wanted - offsetAt(wanted + DAY_MS, zone);
  const shown = [before, after].filter((at) => at + offsetAt(at, zone) === wanted);
  if (shown.length > 0) return { first: Math.min(...shown), last: Math.max(...shown) };
  return skipped(Math.min(before, after), Math.max(before, after), wanted, zone);
}

/** The instant between two at which the clock jumps over the wanted time. */
function skipped(low: number, high: number, wanted: number, zone: string): { first: number; last: number } {
  let [earlier, later] = [low, high];
  while (later - earlier > MINUTE_MS) {
    const middle = Math.floor((earlier + later) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle + offsetAt(middle, zone) > wanted) later = middle;
    else earlier = middle;
  }
  return { first: later, last: later };
}

/** The day number and the minute that the zone's clock shows at an instant. */
export function zonedMinute(at: number, zone: string): { day: number; minute: number } {
  const second = Math.floor(at / 1_000) * 1_000;
  const clock = second + offsetAt(second, zone);
  const day = Math.floor(clock / DAY_MS);
  return { day, minute: Math.floor((clock - day * DAY_MS) / MINUTE_MS) };
}
