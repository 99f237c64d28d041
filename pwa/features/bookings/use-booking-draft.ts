import { useLayoutEffect, useState } from "react";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { useToday } from "../../client/hydrated.ts";
import { keepDetails, keptDetails, type KeptDetails } from "../../client/kept-details.ts";

export type BookingDraft = KeptDetails & {
  /** The first day that can be booked: today where the aircraft stands, `YYYY-MM-DD`. */
  today: string;
  setDate: (date: string) => void;
  setHours: (hours: number) => void;
};

/** What the reader has filled in for an aircraft, kept on the device from the first touch. */
export function useBookingDraft(plane: { id: string; minHours: number; location: string }): BookingDraft {
  const today = useToday(zoneOf(plane.location));
  const [details, setDetails] = useState<KeptDetails>({ date: undefined, hours: plane.minHours });

  // Not in the first render: the server's markup knows nothing of this device.
  useLayoutEffect(() => {
    const kept = keptDetails(plane.id, today);
    if (kept) setDetails(kept);
  }, [plane.id, today]);

  const change = (changes: Partial<KeptDetails>) => {
    const next = { ...details, ...changes };
    setDetails(next);
    keepDetails(plane.id, next);
  };
  return {
    date: details.date,
    // The owner may have raised the minimum since.
    hours: Math.max(details.hours, plane.minHours),
    today,
    setDate: (date) => change({ date }),
    setHours: (hours) => change({ hours }),
  };
}
