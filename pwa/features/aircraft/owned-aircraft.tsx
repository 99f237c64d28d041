import type { AircraftCard as Plane } from "../../../shared/domain/aircraft.ts";
import { useCatalogue } from "../../client/catalogue.ts";
import { useRemote } from "../../client/remote.ts";
import { AircraftCard } from "./aircraft-card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";

export type OwnedAircraft =
  { state: "loading" | "failed"; planes: readonly Plane[] } | { state: "ready"; planes: readonly Plane[] };

/** What somebody lists: from the server, or without a network from the catalogue this device keeps. */
export function useOwnedAircraft(ownerId: string | null): OwnedAircraft {
  const remote = useRemote<Plane[]>(ownerId && `/api/aircraft?ownerId=${encodeURIComponent(ownerId)}`);
  const catalogue = useCatalogue({}, "newest");
  if (remote.state === "ready") return { state: "ready", planes: remote.data };
  if (remote.state === "loading") return { state: "loading", planes: [] };
  const kept = catalogue.cards.slice().filter((plane) => plane.ownerId === ownerId);
  return { state: catalogue.state === "ready" ? "ready" : "failed", planes: kept };
}

/** Cards of a short list, in the grid of the page around it. */
export function AircraftCards({ planes, isLoading }: { planes: readonly Plane[]; isLoading: boolean }) {
  if (isLoading) {
    return (
      <>
        <CardSkeleton />
        <CardSkeleton />
      </>
    );
  }
  return planes.map((plane) => <AircraftCard key={plane.id} plane={plane} />);
}
