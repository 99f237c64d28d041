import { useLayoutEffect, useRef, useState } from "react";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { useToday } from "../../client/shell/hydrated.ts";
import { keepBooking, keptBooking, type KeptBooking, type Reader } from "../../client/bookings/kept-booking.ts";

export type BookingDraft = KeptBooking & {
  /** The first bookable day: today at the aircraft's location, `YYYY-MM-DD`. */
  today: string;
  setDate: (date: string) => void;
  setHours: (hours: number) => void;
};

type Plane = { id: string; minHours: number; location: string };

/** The reader's entries for an aircraft, stored on the device from the first change. */
export function useBookingDraft({ id, minHours, location }: Plane, reader: Reader): BookingDraft {
  const today = useToday(zoneOf(location));
  const [details, setDetails] = useState<KeptBooking>({ date: undefined, hours: minHours });
  const readerBefore = useRef(reader);

  // Not in the first render, since the server's markup has no data of this device.
  useLayoutEffect(() => {
    const kept = keptBooking(reader, id, today);
    // A guest who logs in keeps their entries; no other change of user shows one user's entries to another.
    const isSomebodyElse = readerBefore.current !== null && readerBefore.current !== reader;
    readerBefore.current = reader;
    if (kept) setDetails(kept);
    else if (isSomebodyElse) setDetails({ date: undefined, hours: minHours });
  }, [reader, id, minHours, today]);

  const change = (changes: Partial<KeptBooking>) => {
    const next = { ...details, ...changes };
    setDetails(next);
    keepBooking(reader, id, next);
  };
  return {
    date: details.date,
    // The owner may have raised the minimum since.
    hours: Math.max(details.hours, minHours),
    today,
    setDate: (date) => change({ date }),
    setHours: (hours) => change({ hours }),
  };
}
