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

/** A part of a day: `from` and `to` in minutes, cut at midnight. */
export type FleetItem = { id: string; from: number; to: number } & (
  | {
      kind: "accepted" | "request" | "past";
      booking: BookingWithStatus;
      /** Minutes kept free after it, on this day. */
      buffer: number;
    }
  | { kind: "block"; block: Block; buffer: 0 }
);

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

export type FleetPlane = Pick<KnownAircraft, "id" | "name" | "location" | "picture">;

export type FleetRow = { plane: FleetPlane; zone: string; days: readonly FleetDay[] };

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

type WholeItem = { at: [start: number, end: number]; until: number } & (
  { kind: "accepted" | "request" | "past"; booking: BookingWithStatus } | { kind: "block"; block: Block }
);

const HOUR = 60;

/** `count` days from the day `first` on, one row for each aircraft. */
export function fleetRows(data: FleetData, first: number, count: number, now: Date): FleetRow[] {
  const plans = new Map(data.plans.map((plan) => [plan.aircraftId, plan]));
  return data.aircraft.map((plane) => {
    const zone = zoneOf(plane.location);
    const { weekly } = plans.get(plane.id) ?? planDefaults;
    const items = itemsOf(plane.id, data, now);
    const today = zonedMinute(now.getTime(), zone);
    const days = Array.from({ length: count }, (_, place) => {
      const number = first + place;
      const spans = weekly[weekdays[weekdayOf(number)]!];
      return {
        number,
        day: dayOf(number),
        isToday: number === today.day,
        isPast: number < today.day,
        isClosed: spans.length === 0,
        open: spans.length > 0 ? ([spans[0]![0], spans.at(-1)![1]] as const) : null,
        now: number === today.day ? today.minute : null,
        items: items.flatMap((item) => partOn(item, number, zone)).sort((a, b) => a.from - b.from || a.to - b.to),
      };
    });
    return { plane, zone, days };
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
      items.filter(({ kind }) => kind !== "block").map(({ from, to }) => [from, to] as const),
    ),
  );
  const all = [...planned, ...flown];
  if (all.length === 0) return { from: 0, to: DAY_MINUTES };
  const from = all.reduce((least, [start]) => Math.min(least, start), DAY_MINUTES);
  const to = all.reduce((most, [, end]) => Math.max(most, end), 0);
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR };
}

function itemsOf(aircraftId: string, { bookings, blocks }: FleetData, now: Date): WholeItem[] {
  return [
    ...bookings.flatMap((booking): WholeItem[] => {
      const kind = booking.aircraftId === aircraftId ? kindOf(booking, now.toISOString()) : null;
      if (!kind) return [];
      const at: [number, number] = [Date.parse(booking.startDate), Date.parse(booking.endsAt)];
      const until = kind === "accepted" && booking.holdsUntil ? Date.parse(booking.holdsUntil) : at[1];
      return [{ kind, booking, at, until }];
    }),
    ...blocks.flatMap((block): WholeItem[] => {
      const at: [number, number] = [Date.parse(block.from), Date.parse(block.to)];
      return block.aircraftId === aircraftId ? [{ kind: "block", block, at, until: at[1] }] : [];
    }),
  ];
}

/** Null for what never held the aircraft, and for requests that nobody answered. */
function kindOf(booking: BookingWithStatus, now: string): "accepted" | "request" | "past" | null {
  if (booking.status === "completed") return "past";
  if (booking.status === "accepted") return booking.endsAt > now ? "accepted" : "past";
  return booking.status === "requested" && answerByOf(booking) > now ? "request" : null;
}

function partOn({ at: [start, end], until, ...item }: WholeItem, day: number, zone: string): FleetItem[] {
  const [from, to] = [minuteOn(start, day, zone), minuteOn(end, day, zone)];
  if (from >= to) return [];
  const held = minuteOn(until, day, zone) - to;
  return item.kind === "block"
    ? [{ ...item, id: item.block.id, from, to, buffer: 0 }]
    : [{ ...item, id: item.booking.id, from, to, buffer: Math.max(0, held) }];
}

/** The minute of a day at an instant; 0 before the day and 1,440 after it. */
function minuteOn(at: number, day: number, zone: string): number {
  const shown = zonedMinute(Math.floor(at / MINUTE_MS) * MINUTE_MS, zone);
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
