// Formats days and times. Stored times are ISO 8601 UTC; a zone is an IANA name.
import { counted } from "./counted.ts";
import { wallClock } from "./wall-clock.ts";

const DAY_MS = 86_400_000;

const two = (value: number) => String(value).padStart(2, "0");

/** The calendar day `YYYY-MM-DD` of an instant in a zone; default: the zone of this machine, which needs no formatter. */
export function dayIn(at: Date, zone?: string): string {
  if (zone === undefined) return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return shownAt(at, zone).slice(0, 10);
}

/** What a zone's clock shows, as ISO 8601 without an offset: `2026-12-05T09:00:00`. */
function shownAt(at: Date, zone: string): string {
  return new Date(wallClock(Math.floor(at.getTime() / 1000) * 1000, zone)).toISOString().slice(0, 19);
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
  return shownAt(at, zone).slice(11, 16);
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

// Names instead of a formatter, whose first use costs a slow phone 60 to 130 ms of its first paint.
const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const short = (name: string) => name.slice(0, 3);

/** The parts of `YYYY-MM-DD` in words: `{ weekday: "Saturday", month: "December", date: 5, year: 2026 }`. */
function partsOf(day: string): { weekday: string; month: string; date: number; year: number } {
  const at = new Date(`${day}T00:00:00Z`);
  const [weekday, month] = [weekdays[at.getUTCDay()], months[at.getUTCMonth()]];
  if (!weekday || !month) throw new RangeError(`No day: ${day}`);
  return { weekday, month, date: at.getUTCDate(), year: at.getUTCFullYear() };
}

/** `2026-12-05` → `Sat` */
export const shortWeekday = (day: string) => short(partsOf(day).weekday);

/** `2026-12-05` → `Dec` */
export const shortMonth = (day: string) => short(partsOf(day).month);

/** `2026-12-05` → `Dec 5` */
export const monthAndDay = (day: string) => `${shortMonth(day)} ${partsOf(day).date}`;

/** `2026-12-05` → `Sat, Dec 5` */
export const shortDay = (day: string) => `${shortWeekday(day)}, ${monthAndDay(day)}`;

/** `2026-12-05` → `Dec 5, 2026` */
export const dayWithYear = (day: string) => `${monthAndDay(day)}, ${partsOf(day).year}`;

/** `2026-12-05` → `Saturday, December 5, 2026` */
export function longDay(day: string): string {
  const { weekday, month, date, year } = partsOf(day);
  return `${weekday}, ${month} ${date}, ${year}`;
}

/** `2026-12-05` → `December 2026` */
export function monthAndYear(day: string): string {
  const { month, year } = partsOf(day);
  return `${month} ${year}`;
}
