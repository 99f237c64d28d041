// The free hours of a day in words, for the eye and for a screen reader.
import { weekdays, type MinuteSpan, type Weekday } from "../../../shared/domain/free-hours.ts";
import { clockText } from "../../../shared/domain/hours/texts.ts";
import { clock, longDay, shortDay } from "../../../shared/kit/dates.ts";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { readerTime } from "../../../shared/kit/zoned-hours.ts";
import { HOUR_MS, openingOf, type DayHours, type PublicPlan } from "./free-hours.ts";
import type { StartChoice } from "./start-choices.ts";

/** `07`, or `07:30` off the hour. */
export function hourText(minute: number): string {
  return minute % 60 === 0 ? clockText(minute).slice(0, 2) : clockText(minute);
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const spoken = (open: readonly MinuteSpan[]) => listed(open.map(([a, b]) => `${clockText(a)} to ${clockText(b)}`));
const written = (open: readonly MinuteSpan[]) => listed(open.map(([a, b]) => `${clockText(a)}–${clockText(b)}`));

/** `Free 07:00 to 13:30 and 17:30 to 21:00`: the name of a day bar. */
export function barName({ open }: DayHours): string {
  return open.length > 0 ? `Free ${spoken(open)}` : "Nothing free";
}

/** `Saturday, December 12, free 07:00 to 13:30 and 17:30 to 21:00` */
export function dayName({ day, kind, open }: DayHours): string {
  // The long day without its year.
  const name = longDay(dayOf(day)).replace(/, \d+$/, "");
  if (kind === "free") return `${name}, free all day, ${spoken(open)}`;
  return kind === "part" ? `${name}, free ${spoken(open)}` : `${name}${stateWords[kind]}`;
}

const stateWords = {
  past: ", past",
  later: ", too far ahead",
  unknown: "",
  closed: ", closed",
  full: ", full",
};

/** The line under the days in two parts: `Sat, Dec 12` and `free 07:00–13:30 and 17:30–21:00`. */
export function dayLine({ day, kind, open }: DayHours): { day: string; words: string } {
  const name = shortDay(dayOf(day));
  if (kind === "free" || kind === "part") return { day: name, words: `free ${written(open)}` };
  return { day: name, words: lineWords[kind] };
}

const lineWords = {
  past: "has passed",
  later: "is too far ahead",
  unknown: "is not known yet",
  closed: "closed",
  full: "full",
};

const dayNames: Record<Weekday, string> = {
  mon: "Mondays",
  tue: "Tuesdays",
  wed: "Wednesdays",
  thu: "Thursdays",
  fri: "Fridays",
  sat: "Saturdays",
  sun: "Sundays",
};

/** The instants of a booking from its start and its hours. */
export function spanOf(start: number, hours: number): { startDate: string; endsAt: string } {
  return { startDate: new Date(start).toISOString(), endsAt: new Date(start + hours * HOUR_MS).toISOString() };
}

/**
 * `09:00, ends 12:00 Pacific Standard Time, 10:00 your time`; both ends have their zone where the clock changes in between. A grey one has
 * only its time: the reason describes it.
 */
export function startName({ at, time, zoneName, reason }: StartChoice, hours: number, zone: string): string {
  if (reason !== null) return [time, zoneName].filter(Boolean).join(" ");
  const span = spanOf(at, hours);
  const [first, last] = [longZone(at, zone), longZone(Date.parse(span.endsAt), zone)];
  const end = `ends ${clock(new Date(span.endsAt), zone)} ${last}`;
  const own = readerTime(span.startDate, zone);
  return [first === last ? time : `${time} ${first}`, end, own].filter(Boolean).join(", ");
}

/** `Pacific Standard Time` */
function longZone(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "long" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** `Closed Mondays`; null when the plan opens every day. */
export function closedWords({ weekly }: PublicPlan): string | null {
  const closed = weekdays.filter((day) => weekly[day].length === 0);
  return closed.length > 0 ? `Closed ${listed(closed.map((day) => dayNames[day]))}` : null;
}

/** `07 to 21`: from when the plan opens to when it closes. */
export function openingWords(plan: PublicPlan): string {
  const [from, to] = openingOf(plan) ?? [0, 1_440];
  return `${hourText(from)} to ${hourText(to)}`;
}

/** `San Diego` of `San Diego CA`. */
export function cityOf(location: string): string {
  return location.replace(/ [A-Z]{2}$/, "");
}
