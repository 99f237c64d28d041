// Hides listings deleted on this device that the catalogue still contains.
import { useEffect, useMemo, useState } from "react";
import { create } from "zustand";
import { useCurrentStore } from "../sync/current-store.ts";

const none: ReadonlySet<string> = new Set();

/** Listings deleted while this page was open. The catalogue still contains them for a short time. */
const useDeletedIds = create<{ ids: ReadonlySet<string> }>(() => ({ ids: none }));

export function noteDeleted(aircraftId: string): void {
  useDeletedIds.setState(({ ids }) => ({ ids: new Set([...ids, aircraftId]) }));
}

/**
 * `waiting`: deletions not sent yet. `gone`: deletions already sent; the user's own rows win if they still contain the
 * listing.
 */
export function useDeletedListings(): { waiting: ReadonlySet<string>; gone: ReadonlySet<string> } {
  const person = useCurrentStore((state) => state.person);
  const gone = useDeletedIds((state) => state.ids);
  const [waiting, setWaiting] = useState(none);
  useEffect(() => {
    let before = none;
    const stop = person?.watchDeletions((deletions) => {
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
