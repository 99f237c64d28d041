import { useEffect, useSyncExternalStore } from "react";
import { catalogueSource, startCatalogue, unopenedSource, watchCatalogue } from "./catalogue-source.ts";
import { useRow } from "./rows.ts";

export type KnownAircraft = { id: string; name: string; location: string };

/** An aircraft as this device knows it: from the person's own rows, else from the catalogue. Null for one that is neither. */
export function useKnownAircraft(id: string): KnownAircraft | null {
  const row = useRow("aircraft", id);
  const source = useSyncExternalStore(watchCatalogue, catalogueSource, unopenedSource);
  useEffect(() => {
    if (row === null) startCatalogue(true);
  }, [row]);
  return row ?? source.catalogue?.find(id) ?? null;
}
