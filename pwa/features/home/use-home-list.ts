import { useMemo } from "react";
import { useAvailability } from "../../client/catalogue/availability.ts";
import { useCatalogue } from "../../client/catalogue/use-catalogue.ts";
import type { CardList } from "../../client/catalogue/catalogue-view.ts";
import { useWithOwnCards } from "../../client/listings/own-cards.ts";
import { useServerSearch } from "../../client/catalogue/server-search.ts";
import { filterOf, type HomeQuery } from "./home-query.ts";

/**
 * What the device knows that matches, of which the server has said that it is free on the day, if one is asked for. Where
 * the device holds only a part, the server's own list.
 */
export function useHomeList(query: HomeQuery) {
  const filter = useMemo(() => filterOf(query), [query]);
  const catalogue = useCatalogue(filter, query.sort);
  const search = useServerSearch(catalogue.isPartial ? { ...query, types: [...query.types] } : null);
  const found = search?.state === "known" ? search : catalogue;
  // The server's list leaves out by itself what is not free.
  const free = useAvailability(search?.state === "known" ? undefined : query.date, query.location);
  const freeIds = free?.state === "known" ? free.ids : null;
  const listed = useWithOwnCards(found, filter, query.sort);
  const { cards } = listed;
  const planes = useMemo<CardList>(() => (freeIds ? among(cards, freeIds) : cards), [cards, freeIds]);
  const isAsking = search?.state === "asking";
  // While the server is asked, the newest that the device holds are shown. Another order would claim a first card that
  // may not be here yet, so nothing is said of it; nor where the device holds nothing.
  const isUnknown = search?.state !== "known" && catalogue.state === "loading";
  const isWaiting = isAsking && (planes.length === 0 || query.sort !== "newest");
  const isLoading = isUnknown || isWaiting || free?.state === "asking";
  // With the whole list at hand the count is what is shown; before that the catalogue knows more than it holds.
  const total = freeIds ? planes.length : listed.total;
  const count = isLoading || isAsking ? null : total;
  const status = statusOf(count, [
    free?.state === "offline" && "date not checked offline",
    free?.state === "failed" && "the date could not be checked",
    search?.state === "unasked" && "only those on this device",
  ]);
  return { catalogue, planes, total, count, isLoading, status };
}

function among(cards: CardList, ids: ReadonlySet<string>): CardList {
  return cards.withIds?.(ids) ?? cards.slice().filter((plane) => ids.has(plane.id));
}

/** `count` is null while it is not known. */
function statusOf(count: number | null, notes: readonly (string | false)[]): string {
  if (count === null) return "Loading...";
  return [`${count.toLocaleString("en-US")} aircraft available`, ...notes.filter(Boolean)].join(", ");
}
