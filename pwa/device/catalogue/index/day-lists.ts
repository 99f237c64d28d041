// The free days of the cards in a pack, as one list of numbers, so that a search by date parses no card.
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import {
  daysToBook,
  DEFAULT_HORIZON_DAYS,
  DEFAULT_NOTICE_HOURS,
  isClosedOn,
} from "../../../../shared/domain/card-days.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";

/**
 * `starts` has the start of each card's list, and one more entry with the end. The list of a card with the usual plan is empty. Others
 * have closed weekdays, notice, horizon, and then the full days.
 */
export type DayLists = { starts: Uint32Array<ArrayBuffer>; values: Uint16Array<ArrayBuffer> };

type Days = Pick<AircraftCard, "closedDays" | "fullDays" | "noticeHours" | "horizonDays">;

/** The values of a card's list; null for a card with the usual plan. */
function valuesOf({ closedDays, fullDays, noticeHours, horizonDays }: Days): number[] | null {
  if (closedDays === undefined && fullDays === undefined && noticeHours === undefined && horizonDays === undefined)
    return null;
  const plan = [closedDays ?? 0, noticeHours ?? DEFAULT_NOTICE_HOURS, horizonDays ?? DEFAULT_HORIZON_DAYS];
  return Array.isArray(fullDays) ? plan.concat(fullDays) : plan;
}

const isSmall = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 16;

/** Whether the days of a card, which the server sent, fit into a list. */
export function areDays(card: Days): boolean {
  return (card.fullDays === undefined || Array.isArray(card.fullDays)) && (valuesOf(card) ?? []).every(isSmall);
}

/** The lists of cards whose days were checked. */
export function dayListsOf(cards: readonly Days[]): DayLists {
  const starts = new Uint32Array(cards.length + 1);
  const values: number[] = [];
  cards.forEach((card, at) => {
    for (const value of valuesOf(card) ?? []) values.push(value);
    starts[at + 1] = values.length;
  });
  return { starts, values: Uint16Array.from(values) };
}

/**
 * Tells whether a card is free on a day: a function of its lists, its index in them, and its place. Asks the clock of each zone once for
 * each notice and horizon, since that takes 10 µs.
 */
export function freeOn(day: number, places: readonly string[], now: number) {
  const known = new Map<number, boolean>();
  const isInRange = (place: number, noticeHours: number, horizonDays: number) => {
    const key = (place * 2 ** 16 + noticeHours) * 2 ** 16 + horizonDays;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { first, last } = daysToBook(zoneOf(places[place]!), now, { noticeHours, horizonDays });
    known.set(key, day >= first && day <= last);
    return day >= first && day <= last;
  };
  const usual = places.map((_, place) => isInRange(place, DEFAULT_NOTICE_HOURS, DEFAULT_HORIZON_DAYS));
  return ({ starts, values }: DayLists, index: number, place: number): boolean => {
    const [from, to] = [starts[index]!, starts[index + 1]!];
    if (from === to) return usual[place]!;
    if (isClosedOn(values[from]!, day) || !isInRange(place, values[from + 1]!, values[from + 2]!)) return false;
    return values.subarray(from + 3, to).indexOf(day) === -1;
  };
}
