import { useMemo } from "react";
import { grouped } from "../../../shared/kit/counted.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAvailableIds } from "../../client/catalogue/available-ids.ts";
import { useCatalogue } from "../../client/catalogue/use-catalogue.ts";
import type { NearList } from "../../client/airfields/near-list.ts";
import { emptyView, type CardList } from "../../client/catalogue/catalogue-view.ts";
import { useMergedOwnCards } from "../../client/listings/own-cards.ts";
import { useServerSearch } from "../../client/catalogue/server-search.ts";
import { filterOf, type HomeQuery } from "./home-query.ts";
import { useNearList } from "./use-near-list.ts";

/**
 * The device's matches. For a search with a date the server confirms them while there is a network. When the device has only a part of
 * the catalogue, the server's own list.
 */
export function useHomeList(query: HomeQuery) {
  const isOnline = useOnline();
  const filter = useMemo(() => filterOf(query), [query]);
  const { near, ...rest } = query;
  const sort = query.sort === "distance" ? "newest" : query.sort;
  const catalogue = useCatalogue(filter, sort);
  // The server knows no distances: a list near an airfield has the aircraft of this device.
  const search = useServerSearch(catalogue.isPartial && !near ? { ...rest, sort, types: [...query.types] } : null);
  const found = search?.state === "known" ? search : catalogue;
  // The server's list already leaves out unavailable aircraft.
  const freeIds = useAvailableIds(search?.state === "known" ? undefined : query.date, query.location);
  const listed = useMergedOwnCards(found, filter, sort);
  const { cards } = listed;
  const free = useMemo<CardList>(() => (freeIds ? among(cards, freeIds) : cards), [cards, freeIds]);
  const nearList = useNearList(free, near, query.sort === "distance");
  const planes = nearList ? cardsOf(nearList) : free;
  const isServerSearching = search?.state === "loading";
  // While the server searches, shows the device's newest matches. Shows none in another order, since the first card may not be on the
  // device yet.
  const isUnknown = search?.state !== "known" && catalogue.state === "loading";
  const isWaiting = isServerSearching && (planes.length === 0 || query.sort !== "newest");
  const isLoading = isUnknown || isWaiting || nearList?.state === "loading";
  // With the whole list the count is its length; before that the catalogue knows a total that exceeds its loaded cards.
  const total = freeIds || near ? planes.length : listed.total;
  const count = isLoading || isServerSearching ? null : total;
  const isPart = search?.state === "unavailable" || (near && catalogue.isPartial);
  const status = statusOf(count, isPart ? ", only those on this device" : "");
  // The page's data has the first cards alone; the device reads the others, unless it has no network for them.
  const length = isOnline && !catalogue.isPartial ? Math.max(total, planes.length) : planes.length;
  return { catalogue, planes, length, count, isLoading, status, nearList };
}

function cardsOf(list: NearList): CardList {
  return list.state === "ready" ? list.cards : emptyView.cards;
}

function among(cards: CardList, ids: ReadonlySet<string>): CardList {
  return cards.withIds?.(ids) ?? cards.slice().filter((plane) => ids.has(plane.id));
}

/** `count` is null while unknown. */
function statusOf(count: number | null, note: string): string {
  return count === null ? "Loading..." : `${grouped(count)} aircraft available${note}`;
}
