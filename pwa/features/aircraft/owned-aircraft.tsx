import { useMemo } from "react";
import { compareAircraft } from "../../../shared/domain/aircraft-rules.ts";
import { useCatalogue } from "../../client/catalogue/use-catalogue.ts";
import { useHiddenOwners } from "../../client/safety/hidden-owners.ts";
import type { OwnableCard } from "../../client/listings/own-cards.ts";
import { useQuery } from "../../client/api/query.ts";
import { useRows } from "../../client/sync/rows.ts";
import { useAuth } from "../../client/session/session.tsx";
import { AircraftCard } from "./aircraft-card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { ListingNote } from "./listing-note.tsx";

const renderNote = (plane: OwnableCard) => <ListingNote waiting={plane.waiting} />;

export type AircraftListState = { state: "loading" | "failed" | "ready"; planes: readonly OwnableCard[] };

/** A user's listings: from the server or, offline, from the device's catalogue. */
export function useOwnedAircraft(ownerId: string | null): AircraftListState {
  const { result: remote } = useQuery("aircraft.list", ownerId === null ? null : { ownerId });
  const catalogue = useCatalogue({}, "newest");
  const hidden = useHiddenOwners();
  if (ownerId !== null && hidden.has(ownerId)) return { state: "ready", planes: [] };
  if (remote.state === "ready") return { state: "ready", planes: remote.data };
  if (remote.state === "loading") return { state: "loading", planes: [] };
  const found = catalogue.cards.slice().filter((plane) => plane.ownerId === ownerId);
  // A partial catalogue without a user's aircraft does not prove that they have none.
  const isKnown = catalogue.state === "ready" && (found.length > 0 || !catalogue.isPartial);
  return { state: isKnown ? "ready" : "failed", planes: found };
}

/** The user's own listings from their own rows, unsent changes included; latest first. */
export function useMyAircraft(): AircraftListState {
  const { user } = useAuth();
  const fromElsewhere = useOwnedAircraft(user?.id ?? null);
  const rows = useRows(
    "aircraft",
    useMemo(() => ({ ownerId: user?.id ?? "" }), [user?.id]),
    compareAircraft.newest,
  );
  return rows ? { state: "ready", planes: rows } : fromElsewhere;
}

/** Cards of a short list, in the grid of the surrounding page. */
export function AircraftCards({ planes, isLoading }: { planes: readonly OwnableCard[]; isLoading: boolean }) {
  if (isLoading) {
    return (
      <>
        <CardSkeleton />
        <CardSkeleton />
      </>
    );
  }
  return planes.map((plane) => <AircraftCard key={plane.id} plane={plane} renderNote={renderNote} />);
}
