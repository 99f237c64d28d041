// The words of My Fleet: for chips, and for screen readers. Pure.
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import type { CancelReason } from "../../../../shared/domain/bookings-rules.ts";
import type { BlockReason } from "../../../../shared/domain/hours/availability-rules.ts";
import { longDay, monthAndDay, monthAndYear, shortDay } from "../../../../shared/kit/dates.ts";
import { dayOf } from "../../../../shared/kit/day-numbers.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import type { FleetDay, FleetItem, FleetPlane, FleetRow, LocalTime } from "./fleet-layout.ts";

export type NameOf = (userId: string) => string;

const blockWords: Record<BlockReason, string> = {
  maintenance: "Maintenance",
  "own-flight": "Own flight",
  other: "Blocked",
};

const cancelWords: Record<CancelReason, string> = {
  weather: "weather",
  maintenance: "maintenance",
  plans: "plans changed",
  other: "cancelled",
};

/** `09:00`; 24:00 for the end of the day. */
export function minuteText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** `09:00–12:00`; over several days `Tue 07:00 – Thu 21:00`. */
export function hoursOf({ starts, ends }: FleetItem): string {
  const last = lastMinute(starts, ends);
  if (last !== null) return `${minuteText(starts.minute)}–${minuteText(last)}`;
  const at = ({ day, minute }: LocalTime) => `${shortDay(dayOf(day)).slice(0, 3)} ${minuteText(minute)}`;
  return `${at(starts)} – ${at(ends)}`;
}

/** The minute at which an item of one day ends, 24:00 included; null for one that goes on over midnight. */
function lastMinute(starts: LocalTime, ends: LocalTime): number | null {
  if (ends.day === starts.day) return ends.minute;
  return ends.day === starts.day + 1 && ends.minute === 0 ? 1_440 : null;
}

/** `13–16`, `08:30–11`: the part of one day, for a phone. */
export function briefHours({ from, to }: { from: number; to: number }): string {
  const brief = (minute: number) => minuteText(minute).replace(":00", "");
  return `${brief(from)}–${brief(to)}`;
}

/** `Luca F.` */
export function briefName(name: string): string {
  const [first = "", ...others] = name.split(" ");
  const initial = others.at(-1)?.[0];
  return initial ? `${first} ${initial}.` : first;
}

/** Who has the aircraft, or why it is blocked. A cancelled flight says why: `Luca, weather`. */
export function itemName(item: FleetItem, nameOf: NameOf): string {
  if (item.kind === "block") return blockWords[item.block.reason];
  const name = nameOf(item.booking.pilotId);
  return item.kind === "cancelled" ? `${name.split(" ", 1)[0]}, ${whyCancelled(item.booking)}` : name;
}

function whyCancelled({ reason }: Pick<BookingWithStatus, "reason">): string {
  return reason !== null && reason in cancelWords ? cancelWords[reason as CancelReason] : "cancelled";
}

const kindWords = { accepted: "", block: "", request: "request, ", past: "past, ", cancelled: "cancelled, " };

/** `request, Beth Calloway, 08:00 to 11:00`: the part of one day. */
export function itemWords(item: FleetItem, nameOf: NameOf): string {
  return `${startOfWords(item, nameOf)}${minuteText(item.from)} to ${minuteText(item.to)}`;
}

/** The whole, for its chip: `Maintenance, Tue, Dec 8, 07:00 to Thu, Dec 10, 21:00`. */
export function chipWords(item: FleetItem, nameOf: NameOf): string {
  const { starts, ends } = item;
  const last = lastMinute(starts, ends);
  const at = ({ day, minute }: LocalTime) => `${shortDay(dayOf(day))}, ${minuteText(minute)}`;
  const hours = last === null ? `${at(starts)} to ${at(ends)}` : `${minuteText(starts.minute)} to ${minuteText(last)}`;
  return `${startOfWords(item, nameOf)}${hours}`;
}

function startOfWords(item: FleetItem, nameOf: NameOf): string {
  const name = item.kind === "block" ? blockWords[item.block.reason] : nameOf(item.booking.pilotId);
  const reason = item.kind === "cancelled" ? whyCancelled(item.booking) : "cancelled";
  const why = reason === "cancelled" ? "" : `${reason}, `;
  return `${kindWords[item.kind]}${why}${name}, `;
}

/** `Friday, December 11` */
export function fullDay(day: string): string {
  return longDay(day).replace(/, \d+$/, "");
}

/** `Cessna 172S Skyhawk, Friday, December 11: request, Beth Calloway, 08:00 to 11:00; …` with the given items. */
export function cellWords(
  plane: FleetPlane,
  { day, items, isClosed }: FleetDay,
  said: readonly FleetItem[],
  nameOf: NameOf,
): string {
  const words = said.map((item) => itemWords(item, nameOf)).join("; ");
  const about = items.length > 0 ? words : isClosed ? "closed" : "free";
  return `${plainName(plane)}, ${fullDay(day)}: ${about}`;
}

export function plainName({ name }: FleetPlane): string {
  return demoNameParts(name)[0];
}

/** The aircraft now: `Out until 12:00`, `Maintenance`, `Free until 13:00`, `Free today`, `Closed for today`. */
export function presentWords({ today }: Pick<FleetRow, "today">): string {
  const minute = today.now ?? 0;
  const holding = today.items.filter(({ kind }) => kind === "accepted" || kind === "block");
  const present = holding.find(({ from, to }) => from <= minute && minute < to);
  if (present?.kind === "block") return blockWords[present.block.reason];
  if (present) {
    const { ends } = present;
    const isToday = ends.day === today.number;
    return `Out until ${isToday ? "" : `${shortDay(dayOf(ends.day)).slice(0, 3)} `}${minuteText(ends.minute)}`;
  }
  const next = holding.find(({ from }) => from > minute);
  if (next) return `Free until ${minuteText(next.from)}`;
  if (today.isClosed) return "Closed today";
  return today.open && minute >= today.open[1] ? "Closed for today" : "Free today";
}

/** `Dec 6–12, 2026`, `Nov 29–Dec 5, 2026`; a whole month as `December 2026`. */
export function rangeText(first: string, last: string): string {
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  if (isSameMonth && first.endsWith("-01") && Number(last.slice(8)) > 7) {
    return monthAndYear(first);
  }
  const end = isSameMonth ? String(Number(last.slice(8))) : monthAndDay(last);
  return `${monthAndDay(first)}–${end}, ${last.slice(0, 4)}`;
}
