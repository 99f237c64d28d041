import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { usePageData } from "../api/page-data.ts";
import { newestStoredView } from "./first-view.ts";
import { useCatalogueSource } from "./catalogue-source.ts";

/** The card of an aircraft. Until the catalogue has it, it comes from the cards that Home painted first. */
export function useKnownCard(id: string): AircraftCard | undefined {
  const data = usePageData();
  const { catalogue } = useCatalogueSource();
  const painted = data?.page === "home" ? data : newestStoredView();
  return catalogue?.find(id) ?? painted?.cards.find((card) => card.id === id);
}
