// How many aircraft of a list are free on each day, from cards alone: for Home's calendar, which loads this.
import { useMemo } from "react";
import { matchesFilter, type AircraftFilter } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { daysToBook, isClosedOn } from "../../../shared/domain/hours/card-days.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { usePageData } from "../api/page-data.ts";
import type { CardList } from "./catalogue-view.ts";
import { newestStoredView } from "./first-view.ts";
import { useCatalogueSource } from "./catalogue-source.ts";

/** At most so many cards are counted: enough for a place, and quick for a large catalogue. */
const MOST_CARDS = 200;

export type FreeDays = {
  /** Counted aircraft. */
  counted: number;
  /** No other aircraft match the filter. */
  isWhole: boolean;
  freeOn: (day: number) => number;
};

/** The aircraft of a filter, whatever its own date, and whether no others match. */
export function useWantedCards(filter: AircraftFilter): { cards: CardList; isWhole: boolean } {
  const data = usePageData();
  const { catalogue } = useCatalogueSource();
  const first = data?.page === "home" ? data : newestStoredView();
  const key = JSON.stringify(filter);
  return useMemo(() => {
    const wanted = { ...(JSON.parse(key) as AircraftFilter), date: undefined };
    if (catalogue && (!catalogue.isLoading() || !first))
      return {
        cards: catalogue.search(wanted, "newest"),
        isWhole: catalogue.covers(wanted.location) && !catalogue.isLoading(),
      };
    const cards = first?.cards ?? [];
    return {
      cards: cards.filter((card) => matchesFilter(card, wanted)),
      isWhole: first !== null && cards.length === first.total,
    };
  }, [key, catalogue, first]);
}

/** The free days of the first cards of a list. */
export function useFreeDays(cards: CardList, isWhole: boolean): FreeDays {
  return useMemo(
    () => freeDays(cards.slice(0, MOST_CARDS), isWhole && cards.length <= MOST_CARDS, Date.now()),
    [cards, isWhole],
  );
}

function freeDays(cards: readonly AircraftCard[], isWhole: boolean, now: number): FreeDays {
  const plans = cards.map((card) => ({
    ...daysToBook(zoneOf(card), now, card),
    closedDays: card.closedDays ?? 0,
    fullDays: card.fullDays && new Set(card.fullDays),
  }));
  return {
    counted: cards.length,
    isWhole,
    freeOn: (day) =>
      plans.filter(
        ({ first, last, closedDays, fullDays }) =>
          day >= first && day <= last && !isClosedOn(closedDays, day) && !fullDays?.has(day),
      ).length,
  };
}
