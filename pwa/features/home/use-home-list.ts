import { useMemo } from "react";
import { useAvailableIds } from "../../client/catalogue/available-ids.ts";
import { useCatalogue } from "../../client/catalogue/use-catalogue.ts";
import type { CardList } from "../../client/catalogue/catalogue-view.ts";
import { useMergedOwnCards } from "../../client/listings/own-cards.ts";
import { useServerSearch } from "../../client/catalogue/server-search.ts";
import { filterOf, type HomeQuery } from "./home-query.ts";

/**
 * The device's matches. For a search with a date the server confirms them while there is a network. When the device has only a part of
 * the catalogue, the server's own list.
 */
export function useHomeList(query: HomeQuery) {
  const filter = useMemo(() => filterOf(query), [query]);
  const catalogue = useCatalogue(filter, query.sort);
  const search = useServerSearch(catalogue.isPartial ? { ...query, types: [...query.types] } : null);
  const found = search?.state === "known" ? search : catalogue;
  // The server's list already leaves out unavailable aircraft.
  const freeIds = useAvailableIds(search?.state === "known" ? undefined : query.date, query.location);
  const listed = useMergedOwnCards(found, filter, query.sort);
  const { cards } = listed;
  const planes = useMemo<CardList>(() => (freeIds ? among(cards, freeIds) : cards), [cards, freeIds]);
  const isServerSearching = search?.state === "loading";
  // While the server searches, shows the device's newest matches. Shows none in another order, since the first card may not be on the
  // device yet.
  const isUnknown = search?.state !== "known" && catalogue.state === "loading";
  const isWaiting = isServerSearching && (planes.length === 0 || query.sort !== "newest");
  const isLoading = isUnknown || isWaiting;
  // With the whole list the count is its length; before that the catalogue knows a total that exceeds its loaded cards.
  const total = freeIds ? planes.length : listed.total;
  const count = isLoading || isServerSearching ? null : total;
  const status = statusOf(count, search?.state === "unavailable" ? ", only those on this device" : "");
  return { catalogue, planes, total, count, isLoading, status };
}

function among(cards: CardList, ids: ReadonlySet<string>): CardList {
  return cards.withIds?.(ids) ?? cards.slice().filter((plane) => ids.has(plane.id));
}

/** `count` is null while unknown. */
function statusOf(count: number | null, note: string): string {
  return count === null ? "Loading..." : `${count.toLocaleString("en-US")} aircraft available${note}`;
}
