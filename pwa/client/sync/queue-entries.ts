// The queue for the sheets, cards and dialogs that show it; fetched with them, for it brings the database's code.
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { startCatalogue, useCatalogueSource } from "../catalogue/catalogue-source.ts";
import { useCurrentStore } from "./current-store.ts";
import { keepEqual } from "./keep-equal.ts";
import { namedItems, queueItems, type NamedItem, type QueueItem } from "./queue-items.ts";
import type { UserStore } from "./user-store.ts";

type Known<Item> = { person: UserStore; items: readonly Item[] } | null;

/** Everything that waits or was refused, in the order of acting, live in every tab; undefined while not known. Reads nothing by itself. */
export function useQueueEntries(): readonly QueueItem[] | undefined {
  const person = useCurrentStore((state) => state.person);
  const [known, setKnown] = useState<Known<QueueItem>>(null);
  useEffect(
    () =>
      person?.shown.outbox(({ entries }) =>
        setKnown((before) => {
          const last = before?.person === person ? before : null;
          const items = keepEqual(last?.items, queueItems(entries));
          return last?.items === items ? last : { person, items };
        }),
      ),
    [person],
  );
  return known && known.person === person ? known.items : undefined;
}

/** The same in words, with the names that only the catalogue on this device knows: it is opened for them. */
export function useNamedEntries(): readonly NamedItem[] | undefined {
  const person = useCurrentStore((state) => state.person);
  const { version } = useCatalogueSource();
  useEffect(() => startCatalogue(true), []);
  const known = useLiveQuery(async () => {
    if (!person) return null;
    // The code that removed or closed the database reports it.
    const items = await namedItems(person).catch(() => undefined);
    return items ? { person, items } : null;
  }, [person, version]);
  return known && known.person === person ? known.items : undefined;
}
