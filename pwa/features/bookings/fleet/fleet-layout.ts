// Places bookings and blocks on the days of My Fleet. Pure. Days and minutes are those of each aircraft's clock.
import { answerByOf } from "../../../../shared/domain/bookings-rules.ts";
import type { Block, StoredPlan } from "../../../../shared/domain/availability.ts";
import { weekdays } from "../../../../shared/domain/free-hours.ts";
import { planDefaults } from "../../../../shared/domain/hours/availability-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dayOf, weekdayOf } from "../../../../shared/kit/day-numbers.ts";
import { DAY_MINUTES, MINUTE_MS, zonedMinute } from "../../../../shared/kit/zoned-days.ts";
import type { KnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import type { BookingWithStatus } from "../booking-state.ts";

/** A day since 1970 and a minute on the aircraft's clock. */
export type LocalTime = { day: number; minute: number };

type Booked = { kind: "accepted" | "request" | "past" | "cancelled"; booking: BookingWithStatus };
type Blocked = { kind: "block"; block: Block };

/** The part of a booking or block on one day: `from` and `to` in minutes, cut at midnight. */
export type FleetItem = {
  id: string;
  from: number;
  to: number;
  /** Where its bar ends: at `to`, or later within an hour that the clock repeats. */
  barEnd: number;
  /** Minutes kept free after it, on this day. */
  buffer: number;
  /** The ends of the whole, which may be on other days. */
  starts: LocalTime;
  ends: LocalTime;
} & (Booked | Blocked);

export type FleetDay = {
  /** Days since 1970. */
  number: number;
  /** `YYYY-MM-DD` */
  day: string;
  isToday: boolean;
  isPast: boolean;
  /** The plan rents it on no hour of this weekday. */
  isClosed: boolean;
  /** The minute that the aircraft's clock shows; null on other days. */
  now: number | null;
  /** The hours of the plan, for a block of the whole day. */
  open: readonly [from: number, to: number] | null;
  /** In the order of their starts. */
  items: readonly FleetItem[];
};

export type FleetPlane = Pick<KnownAircraft, "id" | "name" | "location" | "airport" | "picture">;

export type FleetRow = {
  plane: FleetPlane;
  zone: string;
  /** What takes the aircraft on its present day, whichever days are shown. */
  today: FleetDay;
  days: readonly FleetDay[];
};

export type FleetData = {
  aircraft: readonly FleetPlane[];
  plans: readonly StoredPlan[];
  bookings: readonly BookingWithStatus[];
  blocks: readonly Block[];
};

/** A time to block: minutes of a day. */
export type BlockSpan = { day: string; from: number; to: number };

/** The minutes that day bars show: full hours around all plans. */
export type DayWindow = { from: number; to: number };

type WholeItem = { at: [start: number, end: number]; until: number } & (Booked | Blocked);

/** With its times on the aircraft's clock, which is read once an item. */
type ClockedItem = { starts: LocalTime; ends: LocalTime; keptUntil: LocalTime } & Pick<WholeItem, "at"> &
  (Booked | Blocked);

const HOUR = 60;

/** `count` days from the day `first` on, one row for each aircraft. */
export function fleetRows(data: FleetData, first: number, count: number, now: Date): FleetRow[] {
  const plans = new Map(data.plans.map((plan) => [plan.aircraftId, plan]));
  const items = itemsByPlane(data, first, first + count, now);
  return data.aircraft.map((plane) => {
    const zone = zoneOf(plane);
    const { weekly } = plans.get(plane.id) ?? planDefaults;
    const own = (items.get(plane.id) ?? []).map((item) => clocked(item, zone));
    const today = zonedMinute(now.getTime(), zone);
    const dayAt = (number: number): FleetDay => {
      const spans = weekly[weekdays[weekdayOf(number)]!];
      return {
        number,
        day: dayOf(number),
        isToday: number === today.day,
        isPast: number < today.day,
        isClosed: spans.length === 0,
        open: spans.length > 0 ? [spans[0]![0], spans.at(-1)![1]] : null,
        now: number === today.day ? today.minute : null,
        items: own.flatMap((item) => partOn(item, number, today.day)).sort((a, b) => a.from - b.from || a.to - b.to),
      };
    };
    const days = Array.from({ length: count }, (_, place) => dayAt(first + place));
    return { plane, zone, today: days.find(({ isToday }) => isToday) ?? dayAt(today.day), days };
  });
}

/** From the earliest opening to the latest closing of the fleet, and at least what its items need. */
export function dayWindow({ aircraft, plans }: FleetData, rows: readonly FleetRow[]): DayWindow {
  const own = new Set(aircraft.map(({ id }) => id));
  const edited = plans.filter(({ aircraftId }) => own.has(aircraftId));
  const weeks = [...edited.map(({ weekly }) => weekly), ...(edited.length < own.size ? [planDefaults.weekly] : [])];
  const planned = weeks.flatMap((weekly) => Object.values(weekly).flat());
  const flown = rows.flatMap(({ days }) =>
    days.flatMap(({ items }) =>
      items
        .filter(({ kind }) => kind !== "block" && kind !== "cancelled")
        .map(({ from, barEnd }) => [from, barEnd] as const),
    ),
  );
  const all = [...planned, ...flown];
  if (all.length === 0) return { from: 0, to: DAY_MINUTES };
  const from = all.reduce((least, [start]) => Math.min(least, start), DAY_MINUTES);
  const to = all.reduce((most, [, end]) => Math.max(most, end), 0);
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR };
}

const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Bookings and blocks near the shown days or today, by aircraft: each list is read once, however large the fleet is. */
function itemsByPlane(
  { bookings, blocks }: FleetData,
  first: number,
  end: number,
  now: Date,
): Map<string, WholeItem[]> {
  const found = new Map<string, WholeItem[]>();
  const present = now.getTime();
  const isNear = ([start, over]: [number, number], from: number, to: number) => start < to && over > from;
  // No clock differs from UTC by a day.
  const isWanted = (at: [number, number]) =>
    isNear(at, (first - 1) * DAY_MS, (end + 1) * DAY_MS) || isNear(at, present - 2 * DAY_MS, present + 2 * DAY_MS);
  const add = (aircraftId: string, item: WholeItem) => {
    const own = found.get(aircraftId);
    if (own) own.push(item);
    else found.set(aircraftId, [item]);
  };
  for (const booking of bookings) {
    const at: [number, number] = [Date.parse(booking.startDate), Date.parse(booking.endsAt)];
    const kind = isWanted(at) ? kindOf(booking, now.toISOString()) : null;
    if (!kind) continue;
    const until = kind === "accepted" && booking.holdsUntil ? Date.parse(booking.holdsUntil) : at[1];
    add(booking.aircraftId, { kind, booking, at, until });
  }
  for (const block of blocks) {
    const at: [number, number] = [Date.parse(block.from), Date.parse(block.to)];
    if (isWanted(at)) add(block.aircraftId, { kind: "block", block, at, until: at[1] });
  }
  return found;
}

/** Null for what never held the aircraft, and for requests that nobody answered. */
function kindOf(booking: BookingWithStatus, now: string): Booked["kind"] | null {
  if (booking.status === "completed") return "past";
  if (booking.status === "accepted") return booking.endsAt > now ? "accepted" : "past";
  // Only an acceptance sets the end of its hold.
  if (booking.status === "cancelled") return booking.holdsUntil ? "cancelled" : null;
  return booking.status === "requested" && answerByOf(booking) > now ? "request" : null;
}

function clocked({ until, ...item }: WholeItem, zone: string): ClockedItem {
  const [start, end] = item.at;
  return { ...item, starts: localTime(start, zone), ends: localTime(end, zone), keptUntil: localTime(until, zone) };
}

function partOn({ keptUntil, at, ...item }: ClockedItem, day: number, today: number): FleetItem[] {
  const [from, to] = [minuteOn(item.starts, day), minuteOn(item.ends, day)];
  // The clock may show the same minute, or an earlier one, at the end of an hour that it repeats.
  const isRepeated = item.starts.day === day && item.ends.day === day && from >= to;
  const barEnd = isRepeated ? from + (at[1] - at[0]) / MINUTE_MS : to;
  // A cancelled flight leaves days ahead free.
  if (from >= barEnd || (item.kind === "cancelled" && day > today)) return [];
  const part = { from, to, barEnd, buffer: Math.max(0, minuteOn(keptUntil, day) - to) };
  return [item.kind === "block" ? { ...item, id: item.block.id, ...part } : { ...item, id: item.booking.id, ...part }];
}

function localTime(at: number, zone: string): LocalTime {
  return zonedMinute(Math.floor(at / MINUTE_MS) * MINUTE_MS, zone);
}

/** The minute of a day at a time; 0 before the day and 1,440 after it. */
function minuteOn(shown: LocalTime, day: number): number {
  return shown.day < day ? 0 : shown.day > day ? DAY_MINUTES : shown.minute;
}

/** The Sunday of a day's week. */
export function weekStart(number: number): number {
  return number - ((weekdayOf(number) + 1) % 7);
}

/** Where a span of minutes is on a day bar, in percent. Nothing outside of the window. */
export function barPlace(
  { from, to }: { from: number; to: number },
  window: DayWindow,
): { left: string; width: string } {
  const percent = (minute: number) =>
    ((Math.min(Math.max(minute, window.from), window.to) - window.from) / (window.to - window.from)) * 100;
  return { left: `${percent(from).toFixed(2)}%`, width: `${(percent(to) - percent(from)).toFixed(2)}%` };
}
