// Stores the details of the user's favorite and booked aircraft, so they open at an airfield without network.
import { useEffect, useMemo } from "react";
import { whenQuiet } from "../sync/device.ts";
import { useOnline } from "../api/online.ts";
import { useRows } from "../sync/rows.ts";

/** Stores them after a change of favorites or bookings, and when the network is back. */
export function usePinSavedDetails(): void {
  const favorites = useRows("favorites");
  const bookings = useRows("bookings");
  const isOnline = useOnline();
  const ids = useMemo(() => {
    const booked = (bookings ?? []).filter(({ status }) => status === "requested" || status === "accepted");
    return [...booked, ...(favorites ?? [])].map(({ aircraftId }) => aircraftId).join();
  }, [favorites, bookings]);
  useEffect(() => {
    if (ids) return whenQuiet(() => pin(ids.split(",")), 5_000);
  }, [ids, isOnline]);
}

/** Loads the code of details first: a user without favorites and bookings does not need it on Home. */
function pin(ids: readonly string[]): void {
  import("./details.ts").then(
    ({ pinSavedDetails }) => pinSavedDetails(ids),
    // The code could not be fetched: the effect runs again when the network is back.
    () => undefined,
  );
}
