// Booking details that are filled in but not sent, so they survive a sign-in and a reload.
import { newRecordId } from "../api/server-clock.ts";
import {
  entriesWithout,
  storedEntries,
  storeEntries,
  type FormUser,
  type RequestIds,
  type StoredBooking,
  type UnsentBooking,
} from "./stored-bookings.ts";

function storedBooking(reader: FormUser, aircraftId: string): StoredBooking | undefined {
  return storedEntries(reader).find(([id]) => id === aircraftId)?.[1];
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
