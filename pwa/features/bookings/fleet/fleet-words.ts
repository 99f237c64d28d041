// The words of My Fleet: for chips, and for screen readers. Pure.
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import type { BlockReason } from "../../../../shared/domain/hours/availability-rules.ts";
import type { FleetDay, FleetItem, FleetPlane } from "./fleet-layout.ts";

const reasonWords: Record<BlockReason, string> = {
  maintenance: "Maintenance",
  "own-flight": "Own flight",
  other: "Blocked",
};

/** `09:00`; 24:00 for the end of the day. */
export function minuteText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** `09:00–12:00` */
export function hoursOf({ from, to }: { from: number; to: number }): string {
  return `${minuteText(from)}–${minuteText(to)}`;
}

/** Who has the aircraft, or why it is blocked. */
export function itemName(item: FleetItem, nameOf: (userId: string) => string): string {
  return item.kind === "block" ? reasonWords[item.block.reason] : nameOf(item.booking.pilotId);
}

/** `request, Beth Calloway, 08:00 to 11:00` */
export function itemWords(item: FleetItem, nameOf: (userId: string) => string): string {
  const kind = item.kind === "request" ? "request, " : item.kind === "past" ? "past, " : "";
  return `${kind}${itemName(item, nameOf)}, ${minuteText(item.from)} to ${minuteText(item.to)}`;
}

/** `Friday, December 11` */
export function fullDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** `Cessna 172S Skyhawk, Friday, December 11: request, Beth Calloway, 08:00 to 11:00; …`; without names, up to the colon. */
export function cellWords(
  plane: FleetPlane,
  { day, items, isClosed }: FleetDay,
  nameOf: ((userId: string) => string) | null,
): string {
  const words = nameOf ? items.map((item) => itemWords(item, nameOf)).join("; ") : "";
  const about = items.length > 0 ? words : isClosed ? "closed" : "free";
  return `${plainName(plane)}, ${fullDay(day)}: ${about}`;
}

export function plainName({ name }: FleetPlane): string {
  return demoNameParts(name)[0];
}

/** `Dec 6–12, 2026`, `Nov 29–Dec 5, 2026`; a whole month as `December 2026`. */
export function rangeText(first: string, last: string): string {
  const part = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  if (isSameMonth && first.endsWith("-01") && Number(last.slice(8)) > 7) {
    return part(first, { month: "long", year: "numeric" });
  }
  const end = isSameMonth ? String(Number(last.slice(8))) : part(last, { month: "short", day: "numeric" });
  return `${part(first, { month: "short", day: "numeric" })}–${end}, ${last.slice(0, 4)}`;
}
