// Searches all cards of the device: filters a list that is already in order.
import {
  aircraftTypes,
  isLocationPart,
  normalizedLocation,
  type AircraftFilter,
  type AircraftSort,
  type AircraftType,
} from "../../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { freeOn } from "./day-lists.ts";
import { joinSteps, newestFirstSteps, withoutDuplicates } from "./newest-first.ts";
import { cardAt, idAt, ownerAt, packSize, rowsOf, typeAt, type Columns, type Pack, type Places } from "./pack.ts";
import type { Steps } from "../pause.ts";
import { sortByKey, type Positions } from "./radix.ts";

/** Card objects to cache, so that the same card is the same object in the next result. */
const MAX_CACHED = 2000;
const cardCache = new Map<Pack, Map<number, AircraftCard>>();
let cachedCount = 0;

function cachedCard(pack: Pack, index: number): AircraftCard {
  const known = cardCache.get(pack)?.get(index);
  if (known) return known;
  const card = cardAt(pack, index);
  const cards = cardCache.get(pack) ?? new Map<number, AircraftCard>();
  cardCache.set(pack, cards);
  cards.set(index, card);
  cachedCount += 1;
  while (cachedCount > MAX_CACHED) {
    const [oldest, its] = cardCache.entries().next().value!;
    cardCache.delete(oldest);
    cachedCount -= its.size;
  }
  return card;
}

/** A list of cards that creates each card object when it is read. */
export class FoundCards {
  readonly #index: SearchIndex;
  readonly #positions: Uint32Array;

  constructor(index: SearchIndex, positions: Uint32Array) {
    this.#index = index;
    this.#positions = positions;
  }

  get length(): number {
    return this.#positions.length;
  }

  slice(from?: number, to?: number): AircraftCard[] {
    return Array.from(this.#positions.subarray(from, to), (position) => this.#index.cardAt(position));
  }

  /** The cards with these ids, in the same order, without creating card objects. */
  withIds(ids: ReadonlySet<string>): FoundCards {
    return new FoundCards(
      this.#index,
      this.#positions.filter((position) => ids.has(this.#index.idAt(position))),
    );
  }
}

type Parts = {
  packs: readonly Pack[];
  /** Position of each pack's first card. */
  packStarts: Uint32Array;
  /** The pack index of each position. */
  packOf: Uint16Array;
  columns: Columns;
  newest: Positions;
};

export class SearchIndex {
  readonly size: number;
  readonly typeCounts: Record<AircraftType, number>;
  /** Over all cards; null without cards. */
  readonly priceRange: { min: number; max: number } | null;
  readonly #packs: readonly Pack[];
  readonly #packStarts: Uint32Array;
  readonly #packOf: Uint16Array;
  readonly #columns: Columns;
  readonly #places: Places;
  readonly #newest: Positions;
  readonly #orders = new Map<AircraftSort, Uint32Array>();
  #marked: { owners: ReadonlySet<string>; positions: Uint8Array } | null = null;

  private constructor({ packs, packStarts, packOf, columns, newest }: Parts, places: Places) {
    this.#packs = packs;
    this.#packStarts = packStarts;
    this.#packOf = packOf;
    this.#columns = columns;
    this.#newest = newest;
    this.#places = places;
    this.size = newest.length;
    this.typeCounts = this.#countTypes();
    this.priceRange = this.#findPriceRange();
  }

  /**
   * Builds the index of packs in steps. `ranks` has for each pack the change count of its bucket: of a card in two
   * buckets only the later one counts.
   */
  static *steps(packs: readonly Pack[], ranks: readonly number[], places: Places): Steps<SearchIndex> {
    const packStarts = new Uint32Array(packs.length);
    const size = rowsOf(packs);
    const packOf = new Uint16Array(size);
    let start = 0;
    packs.forEach((pack, at) => {
      packStarts[at] = start;
      packOf.fill(at, start, (start += packSize(pack)));
    });
    const columns = yield* joinSteps(packs, size);
    yield;
    const order = yield* newestFirstSteps(columns, size);
    yield;
    const newest = withoutDuplicates(order, columns, (position) => ranks[packOf[position]!]!);
    yield;
    return new SearchIndex({ packs, packStarts, packOf, columns, newest }, places);
  }

  cardAt(position: number): AircraftCard {
    const at = this.#packOf[position]!;
    return cachedCard(this.#packs[at]!, position - this.#packStarts[at]!);
  }

  idAt(position: number): string {
    const at = this.#packOf[position]!;
    return idAt(this.#packs[at]!, position - this.#packStarts[at]!);
  }

  /** Leaves out the cards of `hidden` owners. */
  search(filter: AircraftFilter, sort: AircraftSort, hidden: ReadonlySet<string>): FoundCards {
    const { rate, seats, type, place } = this.#columns;
    const { minPrice = -Infinity, maxPrice = Infinity, seats: minSeats = -Infinity } = filter;
    const types = wantedTypes(filter);
    const places = this.#wantedPlaces(filter);
    const isFree = filter.date ? freeOn(dayNumber(filter.date), this.#places.names, Date.now()) : null;
    const order = this.#order(sort);
    const isHidden = this.#cardsOf(hidden);
    const found = new Uint32Array(order.length);
    let count = 0;
    for (let at = 0; at < order.length; at++) {
      const position = order[at]!;
      const price = rate[position]!;
      if (price < minPrice || price > maxPrice || seats[position]! < minSeats) continue;
      if (isHidden?.[position]) continue;
      if (types && !types[type[position]!]) continue;
      if (places && !places[place[position]!]) continue;
      if (isFree) {
        const pack = this.#packOf[position]!;
        if (!isFree(this.#packs[pack]!.days, position - this.#packStarts[pack]!, place[position]!)) continue;
      }
      found[count++] = position;
    }
    return new FoundCards(this, found.slice(0, count));
  }

  /** The number of cards, and of each type, without those of `hidden` owners. */
  countsWithout(hidden: ReadonlySet<string>): { size: number; typeCounts: Record<AircraftType, number> } {
    const isHidden = this.#cardsOf(hidden);
    if (!isHidden) return { size: this.size, typeCounts: this.typeCounts };
    const typeCounts = { ...this.typeCounts };
    let { size } = this;
    for (const position of this.#newest) {
      if (!isHidden[position]) continue;
      size -= 1;
      typeCounts[typeAt(this.#columns.type[position]!)] -= 1;
    }
    return { size, typeCounts };
  }

  /** 1 at each position of a card of these owners; null without owners. Reads every card's owner once. */
  #cardsOf(owners: ReadonlySet<string>): Uint8Array | null {
    if (owners.size === 0) return null;
    if (this.#marked?.owners === owners) return this.#marked.positions;
    const positions = new Uint8Array(this.#packOf.length);
    this.#packs.forEach((pack, at) => {
      const start = this.#packStarts[at]!;
      for (let index = 0; index < packSize(pack); index++)
        if (owners.has(ownerAt(pack, index))) positions[start + index] = 1;
    });
    this.#marked = { owners, positions };
    return positions;
  }

  #order(sort: AircraftSort): Uint32Array {
    let order = this.#orders.get(sort);
    if (!order) this.#orders.set(sort, (order = this.#makeOrder(sort)));
    return order;
  }

  /** Sorts the newest-first order stably, so that it decides between equals. */
  #makeOrder(sort: AircraftSort): Uint32Array {
    const { rate, rating } = this.#columns;
    const highest = 2 ** 32 - 1;
    switch (sort) {
      case "newest":
        return this.#newest;
      case "price-asc":
        return sortByKey(this.#newest, (at) => rate[at]!);
      case "price-desc":
        return sortByKey(this.#newest, (at) => highest - rate[at]!);
      case "rating":
        // Ratings have two decimals.
        return sortByKey(this.#newest, (at) => highest - Math.round(rating[at]! * 100));
    }
  }

  #countTypes(): Record<AircraftType, number> {
    const counts = Object.fromEntries(aircraftTypes.map((type) => [type, 0])) as Record<AircraftType, number>;
    for (const position of this.#newest) counts[typeAt(this.#columns.type[position]!)] += 1;
    return counts;
  }

  #findPriceRange(): { min: number; max: number } | null {
    if (this.size === 0) return null;
    let min = Infinity;
    let max = -Infinity;
    for (const position of this.#newest) {
      const price = this.#columns.rate[position]!;
      if (price < min) min = price;
      if (price > max) max = price;
    }
    return { min, max };
  }

  #wantedPlaces(filter: AircraftFilter): Uint8Array | null {
    const { location } = filter;
    if (!location || !normalizedLocation(location)) return null;
    return Uint8Array.from(this.#places.names, (name) => Number(isLocationPart(location, name)));
  }
}

function wantedTypes({ types }: AircraftFilter): Uint8Array | null {
  return types?.length ? Uint8Array.from(aircraftTypes, (type) => Number(types.includes(type))) : null;
}
