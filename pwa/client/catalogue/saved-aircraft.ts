// Stores the details of the user's favorite and booked aircraft, so they open at an airfield without network.
import { useEffect, useMemo } from "react";
import { whenQuiet } from "../sync/device.ts";
import { useOnline } from "../api/online.ts";
import { useRows } from "../sync/rows.ts";

const openStatuses: ReadonlySet<string> = new Set(["requested", "accepted"]);

/** Stores them after a change of favorites or bookings, and when the network is back. */
export function usePinSavedDetails(): void {
  const favorites = useRows("favorites");
  const bookings = useRows("bookings");
  const isOnline = useOnline();
  const ids = useMemo(() => {
    const booked = (bookings ?? []).filter(({ status }) => openStatuses.has(status));
    return [...new Set([...booked, ...(favorites ?? [])].map(({ aircraftId }) => aircraftId))].join();
  }, [favorites, bookings]);
  useEffect(() => {
    if (ids && isOnline) return whenQuiet(() => void pin(ids.split(",")), 5_000);
  }, [ids, isOnline]);
}

/** Loads the code of details first: a user without favorites and bookings does not need it on Home. Never rejects. */
async function pin(ids: readonly string[]): Promise<void> {
  try {
    const { pinSavedDetails } = await import("./details.ts");
    await pinSavedDetails(ids);
  } catch {
    // The code could not be fetched: the effect runs again when the network is back.
  }
}
