// The hours of a booking in words, on the clock of a zone and of the reader. A zone is an IANA name; none means the reader's.
import { shortDay } from "./dates.ts";
import { dayOf } from "./day-numbers.ts";
import { ownZone, wallClock } from "./wall-clock.ts";
import { zonedMinute } from "./zoned-days.ts";

const HOUR_MS = 3_600_000;

const eastern = [-5, "EST", "EDT"] as const;
const central = [-6, "CST", "CDT"] as const;
const mountain = [-7, "MST", "MDT"] as const;

/** Zones whose names need no formatter: hours ahead of UTC in winter, the name in winter, and the name in summer. */
const usualZones: Record<string, readonly [winter: number, ...names: string[]]> = {
  "America/New_York": eastern,
  "America/Detroit": eastern,
  "America/Chicago": central,
  "America/Denver": mountain,
  "America/Boise": mountain,
  "America/Phoenix": mountain,
  "America/Los_Angeles": [-8, "PST", "PDT"],
  "America/Anchorage": [-9, "AKST", "AKDT"],
  "Pacific/Honolulu": [-10, "HST"],
};

/** The name of a usual zone at an instant. */
function usualName(at: Date, zone: string): string | undefined {
  const [winter, ...names] = usualZones[zone] ?? [0];
  const second = Math.floor(at.getTime() / 1000) * 1000;
  return names.length > 0 ? names[(wallClock(second, zone) - second) / HOUR_MS - winter] : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `PST`, the zone's short name at an instant. */
export function zoneName(at: Date, zone?: string): string {
  const usual = usualName(at, zone ?? ownZone());
  if (usual) return usual;
  const key = zone ?? "";
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short", hour: "numeric" });
    formats.set(key, format);
  }
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

type Span = { startDate: string; endsAt: string };

const DAY_MS = 86_400_000;

/** What the clock of a zone shows: the day as `YYYY-MM-DD`, the time as `09:00`. */
function shownAt(date: string, zone: string | undefined): { day: string; time: string } {
  const { day, minute } = zonedMinute(Date.parse(date), zone ?? ownZone());
  const two = (number: number) => String(number).padStart(2, "0");
  return { day: dayOf(day), time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
}

/** `09:00–12:00` in parts. The end gets its day when the span is a day or longer. */
function plainHours(span: Span, zone: string | undefined): { day: string; from: string; to: string } {
  const [start, end] = [shownAt(span.startDate, zone), shownAt(span.endsAt, zone)];
  const isLong = Date.parse(span.endsAt) - Date.parse(span.startDate) >= DAY_MS;
  return { day: start.day, from: start.time, to: isLong ? `${shortDay(end.day)}, ${end.time}` : end.time };
}

/** `09:00–12:00 PST`. Names the zone at both ends when the clock changes in between: `23:30 PDT–01:30 PST`. */
export function zonedHours(span: Span, zone?: string): string {
  const { from, to } = plainHours(span, zone);
  const [first, last] = [span.startDate, span.endsAt].map((at) => zoneName(new Date(at), zone));
  return first === last ? `${from}–${to} ${last}` : `${from} ${first}–${to} ${last}`;
}

/** `Sat, Dec 5, 09:00–12:00 PST` */
export function zonedSpan(span: Span, zone?: string): string {
  return `${shortDay(shownAt(span.startDate, zone).day)}, ${zonedHours(span, zone)}`;
}

/** `18:00–21:00 your time`, with the day where it is another; null where the reader's clock shows the same. */
export function readerHours(span: Span, zone: string | undefined, readerZone?: string): string | null {
  if (zone === undefined) return null;
  const [there, here] = [plainHours(span, zone), plainHours(span, readerZone)];
  const isOtherDay = here.day !== there.day;
  if (!isOtherDay && there.from === here.from && there.to === here.to) return null;
  return `${isOtherDay ? `${shortDay(here.day)}, ` : ""}${here.from}–${here.to} your time`;
}

/** `18:00 your time` of an instant, with the day where it is another; null where the reader's clock shows the same. */
export function readerTime(at: string, zone: string | undefined, readerZone?: string): string | null {
  if (zone === undefined) return null;
  const [there, here] = [shownAt(at, zone), shownAt(at, readerZone)];
  if (here.day === there.day && here.time === there.time) return null;
  return `${here.day === there.day ? "" : `${shortDay(here.day)}, `}${here.time} your time`;
}
