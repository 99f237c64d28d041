// Aircraft that may stand in for another one at the same hours: nearest place first, then the same type, then the rate.
import { dayIn } from "../../kit/dates.ts";
import { dayNumber } from "../../kit/day-numbers.ts";
import { nauticalMiles } from "../airfields/distance.ts";
import { mainAirportOf, mainAirports } from "../airfields/home-airport.ts";
import { locations, zoneOf, type Placed } from "../locations.ts";
import { DEFAULT_NOTICE_HOURS, isFreeOn, type CardDays } from "./card-days.ts";

/** All places, the nearest first; the place itself is the first. For an unknown place the usual order. */
export function placesFrom(location: string): string[] {
  const here = mainAirportOf(location);
  if (!here) return [...locations];
  const miles = new Map(locations.map((one) => [one, nauticalMiles(here, mainAirports[one])]));
  return [...locations].sort((one, other) => miles.get(one)! - miles.get(other)!);
}

const RATE_SHARE = 0.3;
export const MOST_SIMILAR = 3;

/** The lowest and the highest rate that is similar. */
export function similarRates(rate: number): [low: number, high: number] {
  return [Math.ceil(rate * (1 - RATE_SHARE)), Math.floor(rate * (1 + RATE_SHARE))];
}

export type Rentable = { id: string; location: string; type: string; hourlyRate: number; minHours: number };

/** Up to three similar aircraft in order. `isFree` is asked in that order, until three are. */
export function rankSimilar<Card extends Rentable>(
  wanted: Rentable & { hours: number },
  cards: readonly Card[],
  isFree: (card: Card) => boolean,
): Card[] {
  const places = placesFrom(wanted.location);
  const [low, high] = similarRates(wanted.hourlyRate);
  const isSimilar = ({ id, hourlyRate, minHours }: Card) =>
    id !== wanted.id && hourlyRate >= low && hourlyRate <= high && minHours <= wanted.hours;
  const rank = (card: Card) => [
    places.indexOf(card.location),
    card.type === wanted.type ? 0 : 1,
    Math.abs(card.hourlyRate - wanted.hourlyRate),
  ];
  const ranked = cards
    .filter(isSimilar)
    .map((card) => ({ card, rank: rank(card) }))
    .sort((one, other) => compare(one.rank, other.rank) || (one.card.id < other.card.id ? -1 : 1));
  const found: Card[] = [];
  for (const { card } of ranked) {
    if (found.length === MOST_SIMILAR) break;
    if (isFree(card)) found.push(card);
  }
  return found;
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - other[index]!).find((difference) => difference !== 0) ?? 0;
}

const HOUR_MS = 3_600_000;

/**
 * Whether a card leaves room for these hours: its owner's notice has not begun, and each of their days has free hours. Only the
 * server knows which. Instants in milliseconds.
 */
export function mayBeFree(card: CardDays & Placed, { from, to }: Span, now: number): boolean {
  if (from < now + (card.noticeHours ?? DEFAULT_NOTICE_HOURS) * HOUR_MS) return false;
  const dayAt = (at: number) => dayNumber(dayIn(new Date(at), zoneOf(card)));
  for (let day = dayAt(from); day <= dayAt(to - 1); day += 1) if (!isFreeOn(card, day, now)) return false;
  return true;
}

type Span = { from: number; to: number };
