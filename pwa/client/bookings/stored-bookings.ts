// The stored booking details of each user, and their move at a sign-in. The first script has this file; what fills them in loads later.
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

export type StoredBooking = UnsentBooking & { ids?: RequestIds };

/** The id of the user who filled in the form, or null for a guest. */
export type FormUser = string | null;

/** At most this many aircraft per user keep their details; the oldest are removed. */
const MAX_AIRCRAFT = 10;

type StoredEntry = [aircraftId: string, details: StoredBooking];

/** Sign-out removes every key that contains the user id. */
function keyOf(reader: FormUser): string {
  return reader === null ? "booking-details" : `booking-details:${reader}`;
}

export function storedEntries(reader: FormUser): StoredEntry[] {
  return deviceStorage.json(keyOf(reader), isEntries) ?? [];
}

/** Only this file writes the pairs, so only the list itself is checked. */
function isEntries(value: unknown): value is StoredEntry[] {
  return Array.isArray(value);
}

export function storeEntries(reader: FormUser, entries: StoredEntry[]): void {
  // If storage is blocked, the details last as long as the page.
  deviceStorage.setJson(keyOf(reader), entries.length > 0 ? entries.slice(-MAX_AIRCRAFT) : null);
}

export function entriesWithout(aircraftId: string, entries: StoredEntry[]): StoredEntry[] {
  return entries.filter(([id]) => id !== aircraftId);
}

/** Moves the guest's details to the user who has just signed in. */
export function adoptGuestBookings(userId: string): void {
  const taken = storedEntries(null);
  if (taken.length === 0) return;
  const before = taken.reduce((entries, [aircraftId]) => entriesWithout(aircraftId, entries), storedEntries(userId));
  storeEntries(userId, [...before, ...taken]);
  storeEntries(null, []);
}
