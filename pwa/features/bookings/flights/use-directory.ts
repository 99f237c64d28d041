import { useEffect, useMemo } from "react";
import { knownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import { startCatalogue, useCatalogueSource } from "../../../client/catalogue/catalogue-source.ts";
import { knownPeer } from "../../../client/messages/known-peer.ts";
import { useRows } from "../../../client/sync/rows.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import type { Directory } from "./flight.ts";

/** Names the aircraft and users of bookings: from the user's rows, else from the catalogue. Undefined while they are loaded. */
export function useDirectory(me: string, bookings: readonly BookingWithStatus[] | undefined): Directory | undefined {
  const aircraft = useRows("aircraft");
  const people = useRows("people");
  const source = useCatalogueSource();
  const planes = useMemo(() => aircraft && new Map(aircraft.map((one) => [one.id, one])), [aircraft]);
  const isIncomplete = planes && bookings?.some(({ aircraftId }) => !planes.has(aircraftId));
  useEffect(() => {
    if (isIncomplete) startCatalogue(true);
  }, [isIncomplete]);
  return useMemo(() => {
    if (!planes || !people) return undefined;
    const users = new Map(people.map((one) => [one.id, one]));
    return {
      plane: (id) => knownAircraft(planes.get(id) ?? source.catalogue?.find(id) ?? null),
      peer: (id) => users.get(id) ?? knownPeer(me, id),
    };
  }, [planes, people, source, me]);
}
