// Stores booking details that are filled in but not sent, per user, so they survive a sign-in and a reload.
import { newRecordId } from "../api/server-clock.ts";
import { deviceStorage } from "../storage/browser-storage.ts";

/** Ids for the booking request that the details become. */
export type RequestIds = { bookingId: string; messageId: string };

export type UnsentBooking = {
  /** A day `YYYY-MM-DD` at the aircraft's location. */
  date: string | undefined;
  /** ISO time of a start on that day. */
  start?: string | undefined;
  hours: number;
};

type StoredBooking = UnsentBooking & { ids?: RequestIds };

/** The id of the user who filled in the form, or null for a guest. */
export type FormUser = string | null;

/** At most this many aircraft per user keep their details; the oldest are removed. */
const MAX_AIRCRAFT = 10;

type StoredEntry = [aircraftId: string, details: StoredBooking];

/** Sign-out removes every key that contains the user id. */
function keyOf(reader: FormUser): string {
  return reader === null ? "booking-details" : `booking-details:${reader}`;
}

function storedEntries(reader: FormUser): StoredEntry[] {
  return deviceStorage.json(keyOf(reader), isEntries) ?? [];
}

/** Only this file writes the pairs, so only the list itself is checked. */
function isEntries(value: unknown): value is StoredEntry[] {
  return Array.isArray(value);
}

function storeEntries(reader: FormUser, entries: StoredEntry[]): void {
  // If storage is blocked, the details last as long as the page.
  deviceStorage.setJson(keyOf(reader), entries.length > 0 ? entries.slice(-MAX_AIRCRAFT) : null);
}

function storedBooking(reader: FormUser, aircraftId: string): StoredBooking | undefined {
  return storedEntries(reader).find(([id]) => id === aircraftId)?.[1];
}

function entriesWithout(aircraftId: string, entries: StoredEntry[]): StoredEntry[] {
  return entries.filter(([id]) => id !== aircraftId);
}

/** The stored details for an aircraft, or null. A date before `today` (`YYYY-MM-DD`) is left out, with its start. */
export function unsentBooking(reader: FormUser, aircraftId: string, today: string): UnsentBooking | null {
  const stored = storedBooking(reader, aircraftId);
  if (!stored || typeof stored.hours !== "number") return null;
  const { date, start, hours } = stored;
  return date && date >= today ? { date, start, hours } : { date: undefined, start: undefined, hours };
}

export function storeUnsentBooking(reader: FormUser, aircraftId: string, details: StoredBooking): void {
  storeEntries(reader, [...entriesWithout(aircraftId, storedEntries(reader)), [aircraftId, details]]);
}

/** Moves the guest's details to the user who has just signed in. */
export function adoptGuestBookings(userId: string): void {
  const taken = storedEntries(null);
  if (taken.length === 0) return;
  const before = taken.reduce((entries, [aircraftId]) => entriesWithout(aircraftId, entries), storedEntries(userId));
  storeEntries(userId, [...before, ...taken]);
  storeEntries(null, []);
}

/**
 * The ids of the request. The first click creates them. Retries and reloads use the same ids, so the request is sent
 * only once. New ids follow when the details change or the device has stored the request.
 */
export function requestIds(userId: string, aircraftId: string, { date, start, hours }: UnsentBooking): RequestIds {
  const stored = storedBooking(userId, aircraftId);
  if (stored?.ids && stored.date === date && stored.start === start && stored.hours === hours) return stored.ids;
  const ids = { bookingId: newRecordId(), messageId: newRecordId() };
  storeUnsentBooking(userId, aircraftId, { date, start, hours, ids });
  return ids;
}

/** Called after the device has stored the request. */
export function removeUnsentBooking(userId: string, aircraftId: string): void {
  storeEntries(userId, entriesWithout(aircraftId, storedEntries(userId)));
}
