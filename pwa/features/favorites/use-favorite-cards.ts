// The favorites as cards: from the user's own rows, and from the catalogue until those are loaded.
import { useEffect, useMemo } from "react";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { shownPicture } from "../../../shared/domain/aircraft-rules.ts";
import { useCatalogue } from "../../client/catalogue/use-catalogue.ts";
import { useHiddenOwners } from "../../client/safety/hidden-owners.ts";
import { storeOfflinePictures } from "../../client/pictures/offline-pictures.ts";
import { useRows, type RowWithStatus } from "../../client/sync/rows.ts";

export type FavoriteCards = {
  /** Latest favorite first. Leaves out inactive aircraft, which return with their owner. */
  planes: readonly AircraftCard[];
  /** Ids of aircraft whose favorite is not sent yet. */
  waiting: ReadonlySet<string>;
  /** ISO time at which the server last confirmed the listings; null before the first time. */
  asOf: string | null;
};

function latestFirst(a: RowWithStatus<"favorites">, b: RowWithStatus<"favorites">): number {
  return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1;
}

/** Undefined while loading. */
export function useFavoriteCards(): FavoriteCards | undefined {
  const favorites = useRows("favorites", undefined, latestFirst);
  const watched = useRows("aircraft");
  const { cards, asOf } = useCatalogue({}, "newest");
  const hidden = useHiddenOwners();
  const found = useMemo(() => {
    if (!favorites || !watched) return undefined;
    const wanted = new Set(favorites.map(({ aircraftId }) => aircraftId));
    const known = new Map<string, AircraftCard>(watched.map((plane) => [plane.id, plane]));
    if (favorites.some(({ aircraftId }) => !known.has(aircraftId))) {
      for (const card of cards.slice()) if (wanted.has(card.id) && !known.has(card.id)) known.set(card.id, card);
    }
    return {
      planes: favorites
        .flatMap(({ aircraftId }) => known.get(aircraftId) ?? [])
        .filter(({ ownerId }) => !hidden.has(ownerId)),
      waiting: new Set(favorites.flatMap(({ aircraftId, waiting }) => (waiting ? [aircraftId] : []))),
    };
  }, [favorites, watched, cards, hidden]);
  useEffect(() => {
    if (found) storeOfflinePictures(found.planes.map(shownPicture));
  }, [found]);
  return useMemo(() => found && { ...found, asOf }, [found, asOf]);
}
