// The queue in words, for the sheets and dialogs that show it; fetched with them, for it brings the database's code.
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect } from "react";
import { startCatalogue, useCatalogueSource } from "../catalogue/catalogue-source.ts";
import { useCurrentStore } from "./current-store.ts";
import { queueItems, type QueueItem } from "./queue-items.ts";

/** Everything that waits or was refused, in the order of acting, live in every tab; undefined while not known. */
export function useQueueEntries(): readonly QueueItem[] | undefined {
  return useEntries(0);
}

/** The same, with the names that only the catalogue on this device knows: it is opened for them. */
export function useNamedEntries(): readonly QueueItem[] | undefined {
  const { version } = useCatalogueSource();
  useEffect(() => startCatalogue(true), []);
  return useEntries(version);
}

function useEntries(version: number): readonly QueueItem[] | undefined {
  const person = useCurrentStore((state) => state.person);
  const known = useLiveQuery(async () => {
    if (!person) return undefined;
    // The code that removed or closed the database reports it.
    const items = await queueItems(person).catch(() => undefined);
    return items && { person, items };
  }, [person, version]);
  return known && known.person === person ? known.items : undefined;
}
