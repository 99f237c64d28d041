import { useEffect, useMemo } from "react";
import { shownPicture } from "../../../shared/domain/aircraft-rules.ts";
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { startCatalogue, useCatalogueSource } from "./catalogue-source.ts";
import { useRow } from "../sync/rows.ts";

export type KnownAircraft = {
  id: string;
  name: string;
  picture: string;
  hourlyRate: number;
  minHours: number;
  location: string;
  airport: HomeAirport | null | undefined;
};

/** An aircraft from the user's own rows, else from the catalogue. Null when neither contains it. */
export function useKnownAircraft(id: string | null): KnownAircraft | null {
  const row = useRow("aircraft", id);
  const source = useCatalogueSource();
  useEffect(() => {
    if (id !== null && row === null) startCatalogue(true);
  }, [id, row]);
  const found = row ?? (id === null ? null : source.catalogue?.find(id)) ?? null;
  return useMemo(() => knownAircraft(found), [found]);
}

type Listing = Parameters<typeof shownPicture>[0] & Omit<KnownAircraft, "picture">;

/** What a booking shows of a listing or a card. */
export function knownAircraft(found: Listing | null): KnownAircraft | null {
  if (!found) return null;
  const { id, name, location, airport, hourlyRate, minHours } = found;
  return { id, name, location, airport, hourlyRate, minHours, picture: shownPicture(found) };
}
