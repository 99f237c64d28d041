// All aircraft of this device by airfield, for the counts of the field Location.
import { useEffect, useMemo, useState } from "react";
import { startCatalogue, useCatalogueSource } from "../catalogue/catalogue-source.ts";
import type { CardList } from "../catalogue/catalogue-view.ts";
import { groupByField, type ByField } from "./fields.ts";

type HeldAircraft = {
  /** Null until all aircraft are on this device, or while it cannot hold them all. */
  aircraft: (ByField & { cards: CardList }) | null;
  /** ISO time at which the server last confirmed them; null before the first time. */
  asOf: string | null;
};

export function useHeldAircraft(): HeldAircraft {
  const { catalogue, version } = useCatalogueSource();
  useEffect(() => startCatalogue(true), []);
  const [aircraft, setAircraft] = useState<HeldAircraft["aircraft"]>(null);
  const cards = useMemo(
    () => (version > 0 && catalogue?.isWhole() ? catalogue.search({}, "newest") : null),
    [catalogue, version],
  );
  useEffect(() => {
    if (!cards) return;
    let isWanted = true;
    void groupByField(cards).then((found) => isWanted && setAircraft({ ...found, cards }));
    return () => {
      isWanted = false;
    };
  }, [cards]);
  return { aircraft, asOf: catalogue?.summary().asOf ?? null };
}
