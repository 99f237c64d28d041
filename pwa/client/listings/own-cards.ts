// Merges the user's own listings into a list of cards. New, edited and deleted ones show before the catalogue changes.
import { useMemo } from "react";
import {
  cardPicture,
  compareAircraft,
  matchesFilter,
  type AircraftFilter,
  type AircraftSort,
} from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CardList } from "../catalogue/catalogue-view.ts";
import { catalogueSource } from "../catalogue/catalogue-source.ts";
import { useDeletedListings } from "./deleted-listings.ts";
import { useRows, type RowWithStatus, type RowStatus } from "../sync/rows.ts";
import { useAuth } from "../session/session.tsx";

/** A card; `waiting` is set for the user's own listing with unsent changes. */
export type OwnableCard = AircraftCard & { waiting?: RowStatus | undefined };

export type ListedCards = { cards: CardList; total: number };
type OwnRow = RowWithStatus<"aircraft">;

/** Merges own listings into `listed`. Its cards must match `filter` in the order of `sort`; the result does too. */
export function useMergedOwnCards(listed: ListedCards, filter: AircraftFilter, sort: AircraftSort): ListedCards {
  const { user } = useAuth();
  const own = useRows(
    "aircraft",
    useMemo(() => ({ ownerId: user?.id ?? "" }), [user?.id]),
  );
  const { waiting, gone } = useDeletedListings();
  const { cards, total } = listed;
  return useMemo(() => {
    if (!own) return { cards, total };
    const rows = new Map(own.map((row) => [row.id, row]));
    const changedRows = own.filter((row) => !isInCatalogue(row));
    const deleted = [...waiting, ...[...gone].filter((id) => !rows.has(id))];
    return mergeOwnCards({ cards, total }, changedRows, deleted, filter, sort);
  }, [cards, total, own, waiting, gone, filter, sort]);
}

/** True when the catalogue's card equals the user's own row. */
function isInCatalogue(row: OwnRow): boolean {
  const { catalogue } = catalogueSource();
  if (!catalogue) return row.waiting === undefined;
  const card = catalogue.find(row.id);
  if (!card) return !row.isActive || (row.waiting === undefined && !catalogue.isWhole());
  const isAtAirport = (card.airport?.id ?? null) === (row.airport?.id ?? null);
  return row.isActive && isAtAirport && isSame(card, cardOf(row, card));
}

function cardOf(row: OwnRow, like: AircraftCard | null = null): AircraftCard {
  // Only the catalogue knows the days.
  const finished: AircraftCard = { ...like, ...row, imageUrl: cardPicture(row) };
  if (!like) return finished;
  return Object.fromEntries(Object.keys(like).map((field) => [field, finished[field as keyof AircraftCard]])) as never;
}

function isSame(a: AircraftCard, b: AircraftCard): boolean {
  return (Object.keys(a) as (keyof AircraftCard)[]).every((field) => field === "airport" || a[field] === b[field]);
}

/** The list without deleted listings, and with own listings as they are now. Pure. */
export function mergeOwnCards(
  { cards, total }: ListedCards,
  news: readonly OwnRow[],
  deleted: readonly string[],
  filter: AircraftFilter,
  sort: AircraftSort,
): ListedCards {
  if (news.length === 0 && deleted.length === 0) return { cards, total };
  const touched = new Set([...news.map(({ id }) => id), ...deleted]);
  const all = cards.slice();
  const rest = all.filter(({ id }) => !touched.has(id));
  const shown = news
    .filter((row) => row.isActive && !deleted.includes(row.id) && matchesFilter(row, filter))
    .map((row) => cardOf(row));
  if (shown.length === 0 && rest.length === all.length) return { cards, total };
  const next = [...rest, ...shown].sort(compareAircraft[sort]);
  return { cards: next, total: total - (all.length - rest.length) + shown.length };
}
