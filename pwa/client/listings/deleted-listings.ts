// Hides listings deleted on this device that the catalogue still contains.
import { useEffect, useMemo, useState } from "react";
import { create } from "zustand";
import { isOf } from "../../device/sync/entry.ts";
import { useCurrentStore } from "../sync/current-store.ts";

const none: ReadonlySet<string> = new Set();

/** Listings whose deletion succeeded while this page was open; the catalogue changes a little later. */
const useGone = create<{ ids: ReadonlySet<string> }>(() => ({ ids: none }));

export function noteDeleted(aircraftId: string): void {
  useGone.setState(({ ids }) => ({ ids: new Set([...ids, aircraftId]) }));
}

/** `waiting`: the deletion has not left this device. `gone`: it has; the person's own rows know better if they still hold it. */
export function useDeletedListings(): { waiting: ReadonlySet<string>; gone: ReadonlySet<string> } {
  const person = useCurrentStore((state) => state.person);
  const gone = useGone((state) => state.ids);
  const [waiting, setWaiting] = useState(none);
  useEffect(() => {
    let before = none;
    const stop = person?.watchOutbox((entries) => {
      const deletions = entries.filter((entry) => isOf(entry, "aircraft.delete"));
      const there = new Set(deletions.map(({ input }) => String(input["id"])));
      for (const id of before) if (!there.has(id)) noteDeleted(id);
      const open = deletions.filter(({ state }) => state !== "attention").map(({ input }) => String(input["id"]));
      if (open.join() === [...before].join()) return;
      before = open.length > 0 ? new Set(open) : none;
      setWaiting(before);
    });
    return () => {
      stop?.();
      setWaiting(none);
    };
  }, [person]);
  return useMemo(() => ({ waiting, gone }), [waiting, gone]);
}
