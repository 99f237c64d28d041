// Booking details that are filled in but not sent: they survive a login and a reload.
import { recordId } from "./server-clock.ts";

/** Ids of the request that the details become. */
export type RequestIds = { bookingId: string; messageId: string };

export type KeptDetails = {
  date: string | undefined;
  hours: number;
};

type Kept = KeptDetails & { ids?: RequestIds };

const storageKey = "booking-details";
/** Aircraft whose details are kept at most: the ones touched last. */
const MOST = 10;

type Entry = [aircraftId: string, details: Kept];

function all(): Entry[] {
  try {
    const entries = JSON.parse(localStorage.getItem(storageKey) ?? "[]") as unknown;
    return Array.isArray(entries) ? (entries as Entry[]) : [];
  } catch {
    return [];
  }
}

function keptOf(aircraftId: string): Kept | undefined {
  return all().find(([id]) => id === aircraftId)?.[1];
}

/** What was filled in for an aircraft; a date before `today` (`YYYY-MM-DD`) is left out. */
export function keptDetails(aircraftId: string, today: string): KeptDetails | null {
  const kept = keptOf(aircraftId);
  if (!kept || typeof kept.hours !== "number") return null;
  return { hours: kept.hours, date: kept.date && kept.date >= today ? kept.date : undefined };
}

export function keepDetails(aircraftId: string, details: Kept): void {
  try {
    const others = all().filter(([id]) => id !== aircraftId);
    localStorage.setItem(storageKey, JSON.stringify([...others, [aircraftId, details]].slice(-MOST)));
  } catch {
    // Storage is closed: the details last as long as the page.
  }
}

/**
 * Made at the first click and the same at every further one, also after a reload, until the request is safe on the device or its
 * details change: so it never goes twice.
 */
export function requestIds(aircraftId: string, { date, hours }: KeptDetails): RequestIds {
  const kept = keptOf(aircraftId);
  if (kept?.ids && kept.date === date && kept.hours === hours) return kept.ids;
  const ids = { bookingId: recordId(), messageId: recordId() };
  keepDetails(aircraftId, { date, hours, ids });
  return ids;
}

/** Called once the request is safe on the device. */
export function dropDetails(aircraftId: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all().filter(([id]) => id !== aircraftId)));
  } catch {
    // See above.
  }
}
