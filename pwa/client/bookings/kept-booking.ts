// Booking details that are filled in but not sent: they survive a login and a reload. Each reader's are their own.
import { newRecordId } from "../api/server-clock.ts";
import { deviceStorage } from "../storage/browser-storage.ts";

/** Ids of the request that the details become. */
export type RequestIds = { bookingId: string; messageId: string };

export type KeptBooking = {
  date: string | undefined;
  hours: number;
};

type StoredBooking = KeptBooking & { ids?: RequestIds };

/** Who filled them in: a person's id, or null for a guest. */
export type Reader = string | null;

/** Aircraft whose details are kept at most for one reader: the ones touched last. */
const MOST = 10;

type Entry = [aircraftId: string, details: StoredBooking];

/** A log-out removes what has the person's id in its key. */
function keyOf(reader: Reader): string {
  return reader === null ? "booking-details" : `booking-details:${reader}`;
}

function all(reader: Reader): Entry[] {
  return deviceStorage.json(keyOf(reader), isEntries) ?? [];
}

/** The pairs are our own; only the list itself is looked at. */
function isEntries(value: unknown): value is Entry[] {
  return Array.isArray(value);
}

function keep(reader: Reader, entries: Entry[]): void {
  // Where storage is closed the details last as long as the page.
  deviceStorage.setJson(keyOf(reader), entries.length > 0 ? entries.slice(-MOST) : null);
}

function keptOf(reader: Reader, aircraftId: string): StoredBooking | undefined {
  return all(reader).find(([id]) => id === aircraftId)?.[1];
}

function othersThan(aircraftId: string, entries: Entry[]): Entry[] {
  return entries.filter(([id]) => id !== aircraftId);
}

/** What a reader filled in for an aircraft; a date before `today` (`YYYY-MM-DD`) is left out. */
export function keptBooking(reader: Reader, aircraftId: string, today: string): KeptBooking | null {
  const kept = keptOf(reader, aircraftId);
  if (!kept || typeof kept.hours !== "number") return null;
  return { hours: kept.hours, date: kept.date && kept.date >= today ? kept.date : undefined };
}

export function keepBooking(reader: Reader, aircraftId: string, details: StoredBooking): void {
  keep(reader, [...othersThan(aircraftId, all(reader)), [aircraftId, details]]);
}

/** The guest has logged in: what they filled in is this person's from now on, and no other's. */
export function takeGuestBookings(userId: string): void {
  const taken = all(null);
  if (taken.length === 0) return;
  const before = taken.reduce((entries, [aircraftId]) => othersThan(aircraftId, entries), all(userId));
  keep(userId, [...before, ...taken]);
  keep(null, []);
}

/**
 * Made at the first click and the same at every further one, also after a reload, until the request is safe on the device or its
 * details change: so it never goes twice.
 */
export function requestIds(userId: string, aircraftId: string, { date, hours }: KeptBooking): RequestIds {
  const kept = keptOf(userId, aircraftId);
  if (kept?.ids && kept.date === date && kept.hours === hours) return kept.ids;
  const ids = { bookingId: newRecordId(), messageId: newRecordId() };
  keepBooking(userId, aircraftId, { date, hours, ids });
  return ids;
}

/** Called once the request is safe on the device. */
export function dropKeptBooking(userId: string, aircraftId: string): void {
  keep(userId, othersThan(aircraftId, all(userId)));
}
