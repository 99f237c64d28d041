import { useLayoutEffect, useRef, useState } from "react";
import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { dayIn } from "../../../../shared/kit/dates.ts";
import { useHomeFilters } from "../../../client/catalogue/home-filters.ts";
import { useToday } from "../../../client/shell/hydrated.ts";
import { storeUnsentBooking, unsentBooking } from "../../../client/bookings/unsent-booking.ts";
import type { FormUser, UnsentBooking } from "../../../client/bookings/stored-bookings.ts";

export type BookingDraft = UnsentBooking & {
  /** The first bookable day: today at the aircraft's location, `YYYY-MM-DD`. */
  today: string;
  /** Shows and stores the changes. */
  change: (changes: Partial<UnsentBooking>) => void;
};

type Plane = { id: string; minHours: number } & Placed;

/**
 * The reader's entries for an aircraft, stored on the device from the first change. An empty form starts with the day of
 * Home's search. `refused` is a request that the server refused; it comes before that day.
 */
export function useBookingDraft(
  plane: Plane,
  reader: FormUser,
  refused: { start: string; hours: number } | null = null,
): BookingDraft {
  const { id, minHours } = plane;
  const zone = zoneOf(plane);
  const today = useToday(zone);
  const [details, setDetails] = useState<UnsentBooking>({ date: undefined, hours: minHours });
  const [searched] = useState(() => useHomeFilters.getState().filters?.date);
  const readerBefore = useRef(reader);

  // Not in the first render, since the server's markup has no data of this device.
  useLayoutEffect(() => {
    const stored = unsentBooking(reader, id, today);
    // A guest who logs in keeps their entries; no other change of user shows one user's entries to another.
    const isOtherUser = readerBefore.current !== null && readerBefore.current !== reader;
    readerBefore.current = reader;
    if (stored) setDetails(stored);
    else if (isOtherUser) setDetails({ date: undefined, hours: minHours });
  }, [reader, id, minHours, today]);

  const shown = details.date !== undefined ? details : startOf(details);
  function startOf(empty: UnsentBooking): UnsentBooking {
    if (refused) return entriesOf(refused, zone);
    return searched !== undefined && searched >= today ? { ...empty, date: searched } : empty;
  }
  const change = (changes: Partial<UnsentBooking>) => {
    const next = { ...shown, ...changes };
    setDetails(next);
    storeUnsentBooking(reader, id, next);
  };
  // The owner may have raised the minimum since.
  return { ...shown, hours: Math.max(shown.hours, minHours), today, change };
}

function entriesOf({ start, hours }: { start: string; hours: number }, zone: string): UnsentBooking {
  return { date: dayIn(new Date(start), zone), start, hours };
}
