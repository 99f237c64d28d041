// Formats days and times. Stored times are ISO 8601 UTC; a zone is an IANA name.
import { counted } from "./counted.ts";

const DAY_MS = 86_400_000;

const partsByZone = new Map<string, Intl.DateTimeFormat>();

function wallClock(zone: string): Intl.DateTimeFormat {
  let format = partsByZone.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    partsByZone.set(zone, format);
  }
  return format;
}

function part(parts: Intl.DateTimeFormatPart[], type: string): number {
  return Number(parts.find((one) => one.type === type)?.value);
}

const two = (value: number) => String(value).padStart(2, "0");

/** The calendar day `YYYY-MM-DD` of an instant in a zone; default: the zone of this machine, which needs no formatter. */
export function dayIn(at: Date, zone?: string): string {
  if (zone === undefined) return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const parts = wallClock(zone).formatToParts(at);
  return `${part(parts, "year")}-${two(part(parts, "month"))}-${two(part(parts, "day"))}`;
}

/** Offset of a zone from UTC at an instant, in minutes. */
function offsetMinutes(at: Date, zone: string): number {
  const parts = wallClock(zone).formatToParts(at);
  const asUtc = Date.UTC(
    part(parts, "year"),
    part(parts, "month") - 1,
    part(parts, "day"),
    part(parts, "hour"),
    part(parts, "minute"),
    part(parts, "second"),
  );
  return Math.round((asUtc - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
}

/** The instant of `hour`:00 local time in `zone` on `day` (`YYYY-MM-DD`). For a skipped hour, the next one. */
export function instantOf(day: string, hour: number, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  const first = wanted - offsetMinutes(new Date(wanted), zone) * 60_000;
  return new Date(wanted - offsetMinutes(new Date(first), zone) * 60_000);
}

/** Whole calendar days from `day` to `today`, both `YYYY-MM-DD`. */
function daysBetween(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
}

/** Relative date of a review: Today, Yesterday, N days ago, N weeks ago, N months ago, N years ago. */
export function reviewDateLabel(date: string, now: Date, zone?: string): string {
  const days = Math.max(0, daysBetween(dayIn(new Date(date), zone), dayIn(now, zone)));
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days < 7) return `${days} days ago`;
  if (days < 30) return `${counted(Math.floor(days / 7), "week")} ago`;
  if (days < 365) return `${counted(Math.floor(days / 30), "month")} ago`;
  return `${counted(Math.floor(days / 365), "year")} ago`;
}

/** Time label of a message: time of day if today, Yesterday, Nd ago under 7 days, else short month and day. */
export function timeLabel(date: string, now: Date, zone?: string): string {
  const at = new Date(date);
  const days = Math.max(0, daysBetween(dayIn(at, zone), dayIn(now, zone)));
  if (days === 0) return clock(at, zone);
  if (days === 1) return "Yesterday";
  if (days < 7) return `${days}d ago`;
  return monthAndDay(dayIn(at, zone));
}

/** `10:38`, 24-hour. */
export function clock(at: Date, zone?: string): string {
  if (zone === undefined) return `${two(at.getHours())}:${two(at.getMinutes())}`;
  const parts = wallClock(zone).formatToParts(at);
  return `${two(part(parts, "hour"))}:${two(part(parts, "minute"))}`;
}

/** Time of the last read: `today, 10:38`, `yesterday, 18:05`, else `Dec 5, 10:38`. */
export function asOfLabel(date: string, now: Date, zone?: string): string {
  const at = new Date(date);
  const days = daysBetween(dayIn(at, zone), dayIn(now, zone));
  if (days === 0) return `today, ${clock(at, zone)}`;
  if (days === 1) return `yesterday, ${clock(at, zone)}`;
  return `${monthAndDay(dayIn(at, zone))}, ${clock(at, zone)}`;
}

/** Local time in a zone (default: this machine's), with the zone's short name: `Sat, Dec 5, 09:00 PST`. */
export function zonedTime(date: string, zone?: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(new Date(date));
}

/** Creates a formatter at its first use: each costs a slow phone milliseconds, which would delay the first paint. */
function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (day) => {
    format ??= new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
    return format.format(new Date(`${day}T00:00:00Z`));
  };
}

/** `2026-12-05` → `Sat, Dec 5` */
export const shortDay = dayFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
});

/** `2026-12-05` → `Dec 5` */
const monthAndDay = dayFormat({ month: "short", day: "numeric" });

/** `2026-12-05` → `Saturday, December 5, 2026` */
export const longDay = dayFormat({
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** `2026-12-05` → `December 2026` */
export const monthAndYear = dayFormat({ month: "long", year: "numeric" });
