import { useMemo } from "react";
import { useCatalogue, type CardList } from "../../client/catalogue.ts";
import { useFreeOn } from "../../client/free-on.ts";
import { useWithOwnCards } from "../../client/own-cards.ts";
import { filterOf, type HomeQuery } from "./home-query.ts";

/** What the device knows that matches, of which the server has said that it is free on the day, if one is asked for. */
export function useHomeList(query: HomeQuery) {
  const filter = useMemo(() => filterOf(query), [query]);
  const catalogue = useCatalogue(filter, query.sort);
  const free = useFreeOn(query.date, query.location);
  const freeIds = free?.state === "known" ? free.ids : null;
  const listed = useWithOwnCards(catalogue, filter, query.sort);
  const { cards } = listed;
  const planes = useMemo<CardList>(() => (freeIds ? among(cards, freeIds) : cards), [cards, freeIds]);
  const isLoading = catalogue.state === "loading" || free?.state === "asking";
  // With the whole list at hand the count is what is shown; before that the catalogue knows more than it holds.
  const total = freeIds ? planes.length : listed.total;
  return { catalogue, planes, total, isLoading, status: statusOf(isLoading, total, free?.state === "unchecked") };
}

function among(cards: CardList, ids: ReadonlySet<string>): CardList {
  return cards.withIds?.(ids) ?? cards.slice().filter((plane) => ids.has(plane.id));
}

function statusOf(isLoading: boolean, total: number, isDateUnchecked: boolean): string {
  if (isLoading) return "Loading...";
  return `${total.toLocaleString("en-US")} aircraft available${isDateUnchecked ? ", date not checked offline" : ""}`;
}
