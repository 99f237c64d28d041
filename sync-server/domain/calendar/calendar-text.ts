// Writes bookings as an iCalendar file (RFC 5545). Holds only what both members know: aircraft, place, hours and names.
import { TZDate, tzScan } from "@date-fns/tz";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { hoursLabel, type BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { zoneName } from "../../../shared/kit/zoned-hours.ts";

export type CalendarBooking = {
  id: string;
  status: BookingStatus;
  startDate: string;
  endsAt: string;
  hours: number;
  rev: number;
  /** When its status changed last. */
  changedAt: string;
  aircraft: string;
  location: string;
  peerId: string;
  peerName: string;
};

const statuses: Record<BookingStatus, ICalEventStatus> = {
  requested: ICalEventStatus.TENTATIVE,
  accepted: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
  expired: ICalEventStatus.CANCELLED,
};

/** Seconds after which calendar programs should read a feed again. */
const REFRESH_SECONDS = 3600;

/** `origin`: of this site, for the links to conversations. */
export function calendarText(bookings: readonly CalendarBooking[], origin: string): string {
  const calendar = ical({
    name: "Tailhour",
    prodId: { company: "Tailhour", product: "Bookings", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  const years = yearsOf(bookings);
  const zones = [...new Set(bookings.map(({ location }) => zoneOf(location)))].sort();
  // The library writes the calendar's own zone first, which a calendar of several zones does not have.
  calendar.timezone({ name: zones[0] ?? "UTC", generator: (zone) => zoneText(zone, years) });
  for (const booking of bookings) addEvent(calendar, booking, origin);
  return calendar.toString();
}

function addEvent(calendar: ReturnType<typeof ical>, booking: CalendarBooking, origin: string): void {
  const { id, status, startDate, endsAt, hours, rev, changedAt, aircraft, location, peerId, peerName } = booking;
  const zone = zoneOf(location);
  const link = `${origin}/messages?with=${peerId}`;
  calendar.createEvent({
    id: `${id}@tailhour`,
    sequence: rev,
    status: statuses[status],
    timezone: zone,
    start: clockAt(startDate, zone),
    end: clockAt(endsAt, zone),
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    summary: `${aircraft} with ${peerName}`,
    location,
    description: `${hoursLabel(hours)} with ${peerName}. ${link}`,
    url: link,
  });
}

function clockAt(date: string, zone: string): TZDate {
  return new TZDate(new Date(date).getTime(), zone);
}

/** From the year before the first booking to the year after the last: programs need the clock change before an event. */
function yearsOf(bookings: readonly CalendarBooking[]): { start: Date; end: Date } {
  const times = bookings.flatMap(({ startDate, endsAt }) => [
    new Date(startDate).getTime(),
    new Date(endsAt).getTime(),
  ]);
  const year = (time: number) => new Date(time).getUTCFullYear();
  const now = Date.now();
  const first = times.reduce((a, b) => Math.min(a, b), now);
  const last = times.reduce((a, b) => Math.max(a, b), now);
  return { start: new Date(Date.UTC(year(first) - 1, 0, 1)), end: new Date(Date.UTC(year(last) + 2, 0, 1)) };
}

/** A VTIMEZONE with each clock change of those years. */
function zoneText(zone: string, { start, end }: { start: Date; end: Date }): string {
  const changes = tzScan(zone, { start, end });
  const first = changes[0];
  const before = first ? first.offset - first.change : offsetAt(start, zone);
  const parts = [
    observance(zone, start, before, before),
    ...changes.map((one) => observance(zone, one.date, one.offset - one.change, one.offset)),
  ];
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...parts.flat(), "END:VTIMEZONE"].join("\r\n");
}

function offsetAt(at: Date, zone: string): number {
  return -new TZDate(at.getTime(), zone).getTimezoneOffset();
}

/** One offset from an instant on. Its start is on the clock before the change, as RFC 5545 demands. */
function observance(zone: string, at: Date, from: number, to: number): string[] {
  const shown = new Date(at.getTime() + from * 60_000).toISOString();
  const kind = to > from ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    `DTSTART:${shown.slice(0, 19).replaceAll(/[-:]/g, "")}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `TZNAME:${zoneName(at, zone)}`,
    `END:${kind}`,
  ];
}

/** Minutes ahead of UTC as `-0800`. */
function offsetText(minutes: number): string {
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}${two(minutes % 60)}`;
}
