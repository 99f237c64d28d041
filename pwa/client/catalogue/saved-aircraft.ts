// What a person saved or has booked is kept in full, opened or not: at the airfield it opens without a network.
import { useEffect, useMemo } from "react";
import { keepSavedDetails } from "./details.ts";
import { whenQuiet } from "../sync/device.ts";
import { useOnline } from "../api/online.ts";
import { useRows } from "../sync/rows.ts";

const open: ReadonlySet<string> = new Set(["requested", "accepted"]);

/** Runs after changes of favorites or bookings, and when the network is back. */
export function useSavedAircraft(): void {
  const favorites = useRows("favorites");
  const bookings = useRows("bookings");
  const isOnline = useOnline();
  const ids = useMemo(() => {
    const booked = (bookings ?? []).filter(({ status }) => open.has(status));
    return [...new Set([...booked, ...(favorites ?? [])].map(({ aircraftId }) => aircraftId))].join();
  }, [favorites, bookings]);
  useEffect(() => {
    if (ids && isOnline) return whenQuiet(() => void keepSavedDetails(ids.split(",")), 5_000);
  }, [ids, isOnline]);
}
