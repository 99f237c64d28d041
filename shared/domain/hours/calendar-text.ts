// Writes bookings as an iCalendar file (RFC 5545), on the server and on a device. Holds only what both
// members know: aircraft, place, hours and names.
import { zoneChanges, zoneOffset } from "../../kit/zone-changes.ts";
import { zoneName } from "../../kit/zoned-hours.ts";
import { hoursLabel, type BookingStatus } from "../bookings-rules.ts";
import type { Booking } from "../bookings.ts";
import { zoneOf, type Placed } from "../locations.ts";

/** Times are ISO 8601 or dates, as a database returns them. */
export type CalendarBooking = {
  id: string;
  status: BookingStatus;
  startDate: string | Date;
  endsAt: string | Date;
  hours: number;
  rev: number;
  /** When its status changed last. */
  changedAt: string | Date;
  aircraft: string;
  peerId: string;
  peerName: string;
} & Placed;

const statuses: Record<BookingStatus, "TENTATIVE" | "CONFIRMED" | "CANCELLED"> = {
  requested: "TENTATIVE",
  accepted: "CONFIRMED",
  completed: "CONFIRMED",
  declined: "CANCELLED",
  cancelled: "CANCELLED",
  expired: "CANCELLED",
};

/** A booking as its member `me` has it. `peerName` is the name of the other member. */
export function calendarBooking(
  booking: Booking,
  me: string,
  aircraft: { name: string } & Placed,
  peerName: string,
): CalendarBooking {
  const { id, status, startDate, endsAt, hours, rev, lastStepAt, createdAt, pilotId, ownerId } = booking;
  return {
    ...{ id, status, startDate, endsAt, hours, rev, changedAt: lastStepAt ?? createdAt },
    ...{ aircraft: aircraft.name, location: aircraft.location, airport: aircraft.airport },
    ...{ peerId: pilotId === me ? ownerId : pilotId, peerName },
  };
}

/** `origin`: of this site, for the links to conversations. Programs read a feed again each hour. */
export function calendarText(bookings: readonly CalendarBooking[], origin: string, now = new Date()): string {
  const years = yearsOf(bookings, now);
  const zones = [...new Set(bookings.map(zoneOf))].sort();
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tailhour//Bookings//EN", "METHOD:PUBLISH"],
    ...["NAME:Tailhour", "X-WR-CALNAME:Tailhour"],
    ...["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"],
    ...zones.flatMap((zone) => zoneLines(zone, years)),
    ...bookings.flatMap((booking) => eventLines(booking, origin)),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function eventLines(booking: CalendarBooking, origin: string): string[] {
  const { id, status, startDate, endsAt, hours, rev, changedAt, aircraft, location, peerId, peerName } = booking;
  const zone = zoneOf(booking);
  const link = `${origin}/messages?with=${peerId}`;
  const clock = (date: string | Date) => `TZID=${zone}:${clockText(timeOf(date), zoneOffset(timeOf(date), zone))}`;
  const changed = `${clockText(timeOf(changedAt), 0)}Z`;
  return [
    "BEGIN:VEVENT",
    `UID:${id}@tailhour`,
    `SEQUENCE:${rev}`,
    `DTSTAMP:${changed}`,
    `DTSTART;${clock(startDate)}`,
    `DTEND;${clock(endsAt)}`,
    `SUMMARY:${escaped(`${aircraft} with ${peerName}`)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(`${hoursLabel(hours)} with ${peerName}. ${link}`)}`,
    `URL;VALUE=URI:${link}`,
    `STATUS:${statuses[status]}`,
    `LAST-MODIFIED:${changed}`,
    "END:VEVENT",
  ];
}

const timeOf = (date: string | Date) => new Date(date).getTime();

/** From the year before the first booking to the year after the last: programs need the clock change before an event. */
function yearsOf(bookings: readonly CalendarBooking[], now: Date): { start: number; end: number } {
  const times = bookings.flatMap(({ startDate, endsAt }) => [timeOf(startDate), timeOf(endsAt)]);
  const year = (time: number) => new Date(time).getUTCFullYear();
  const first = times.reduce((a, b) => Math.min(a, b), now.getTime());
  const last = times.reduce((a, b) => Math.max(a, b), now.getTime());
  return { start: Date.UTC(year(first) - 1, 0, 1), end: Date.UTC(year(last) + 2, 0, 1) };
}

/** A VTIMEZONE with each clock change of those years. */
function zoneLines(zone: string, { start, end }: { start: number; end: number }): string[] {
  const first = zoneOffset(start, zone);
  return [
    ...["BEGIN:VTIMEZONE", `TZID:${zone}`],
    ...observance(zone, start, first, first),
    ...zoneChanges(zone, start, end).flatMap(({ at, before, after }) => observance(zone, at, before, after)),
    "END:VTIMEZONE",
  ];
}

/** One offset from an instant on. Its start is on the clock before the change, as RFC 5545 demands. */
function observance(zone: string, at: number, from: number, to: number): string[] {
  const kind = to > from ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    `DTSTART:${clockText(at, from)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `TZNAME:${zoneName(new Date(at), zone)}`,
    `END:${kind}`,
  ];
}

/** What a clock shows that is minutes ahead of UTC: `20261205T090000`. */
function clockText(at: number, offset: number): string {
  return new Date(at + offset * 60_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
}

/** Minutes ahead of UTC as `-0800`. */
function offsetText(minutes: number): string {
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}${two(minutes % 60)}`;
}

/** A text value. Lines end with LF only; other control characters are not allowed. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

const MOST_BYTES = 75;

/** Cuts a line into parts of at most 75 bytes, between characters. Each part after the first begins with a space. */
function folded(line: string): string {
  const parts = [""];
  let bytes = 0;
  for (const character of line) {
    const size = bytesOf(character);
    if (bytes + size > MOST_BYTES) {
      parts.push(" ");
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join("\r\n");
}

/** In UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
