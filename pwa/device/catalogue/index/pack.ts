// A pack is a chunk of cards in memory: their JSON text, the start of each card, and columns of the values for filters
// and orders. A card becomes an object only when it is shown, so 100,000 cards need little memory.
import type { AircraftType } from "../../../../shared/domain/aircraft-rules.ts";
import { aircraftTypes } from "../../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import { dayListsOf, type DayLists } from "./day-lists.ts";

/** An unparsed chunk: a JSON array of cards and its place in the bucket. */
export type ChunkText = { place: number; text: string };

/** Cards per chunk. */
export const CHUNK_CARDS = 1000;

/** The server sent something that is not a catalogue file. */
export class MalformedFile extends Error {
  override name = "MalformedFile";
}

/** Values of cards by position. Ids are split into three numbers that sort like the ids' text. */
export type Columns = {
  rate: Float64Array<ArrayBuffer>;
  seats: Float64Array<ArrayBuffer>;
  rating: Float64Array<ArrayBuffer>;
  type: Uint8Array<ArrayBuffer>;
  /** Index into the `Places` that made these columns. */
  place: Uint16Array<ArrayBuffer>;
  /** Milliseconds. */
  created: Float64Array<ArrayBuffer>;
  idHigh: Float64Array<ArrayBuffer>;
  idMiddle: Float64Array<ArrayBuffer>;
  idLow: Uint32Array<ArrayBuffer>;
};

/** Uses one buffer, which the worker transfers to the page at once. */
export function emptyColumns(size: number): Columns {
  const buffer = new ArrayBuffer(55 * size);
  const wide = (at: number) => new Float64Array(buffer, 8 * at * size, size);
  return {
    rate: wide(0),
    seats: wide(1),
    rating: wide(2),
    created: wide(3),
    idHigh: wide(4),
    idMiddle: wide(5),
    idLow: new Uint32Array(buffer, 48 * size, size),
    place: new Uint16Array(buffer, 52 * size, size),
    type: new Uint8Array(buffer, 54 * size, size),
  };
}

/** Every location, in the order of first use; columns contain its index. */
export class Places {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(name: string): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    if (this.names.length === 65_535) throw new MalformedFile("too many places");
    this.#indexes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

export type Pack = {
  /** Place among the chunks of the bucket. */
  place: number;
  /** A JSON array of cards, each beginning with its id. */
  text: string;
  /** The start of each card in the text, and one more entry with the end. */
  starts: Uint32Array<ArrayBuffer>;
  columns: Columns;
  days: DayLists;
};

/**
 * The text between two cards. It cannot occur inside a JSON string: its quote would be escaped or followed by `,`, `}`
 * or `:`.
 */
export const CARD_BOUNDARY = '},{"id":"';
const ID_AT = '{"id":"'.length;
const ID_LENGTH = 36;

const typeIndexes = new Map<string, number>(aircraftTypes.map((type, index) => [type, index]));

export function typeAt(index: number): AircraftType {
  return aircraftTypes[index]!;
}

/** The start of each card in a JSON array, or null when the text has another layout than the server's. */
export function cardStarts(text: string): Uint32Array<ArrayBuffer> | null {
  if (text === "[]") return Uint32Array.of(1);
  if (!text.startsWith('[{"id":"') || !text.endsWith("}]")) return null;
  const starts = [1];
  for (let at = text.indexOf(CARD_BOUNDARY); at !== -1; at = text.indexOf(CARD_BOUNDARY, at + CARD_BOUNDARY.length))
    starts.push(at + 2);
  starts.push(text.length);
  return Uint32Array.from(starts);
}

/** Throws MalformedFile when the text is no array of cards. */
export function packOf(place: number, text: string, places: Places): Pack {
  const cards = parsed(text);
  const starts = cardStarts(text);
  if (!starts || starts.length !== cards.length + 1) return packCards(place, cards as AircraftCard[], places);
  return { place, text, starts, columns: columnsOf(cards, places), days: dayListsOf(cards as AircraftCard[]) };
}

/** Packs card objects. Throws MalformedFile when one of them is no card. */
export function packCards(place: number, cards: readonly AircraftCard[], places: Places): Pack {
  // The id comes first, so that card boundaries and ids are found without parsing.
  const text = `[${cards.map(({ id, ...rest }) => JSON.stringify({ id, ...rest })).join(",")}]`;
  const starts = cardStarts(text);
  if (starts?.length !== cards.length + 1) throw new MalformedFile("not a list of cards");
  return { place, text, starts, columns: columnsOf(cards, places), days: dayListsOf(cards) };
}

function parsed(text: string): unknown[] {
  const cards = readJson(text);
  if (!Array.isArray(cards)) throw new MalformedFile("not a list of cards");
  return cards;
}

/** Throws MalformedFile. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedFile("not JSON");
  }
}

export function packSize(pack: Pack): number {
  return pack.starts.length - 1;
}

/** Cards in several packs. */
export function rowsOf(packs: readonly Pack[]): number {
  return packs.reduce((rows, pack) => rows + packSize(pack), 0);
}

export function cardAt(pack: Pack, index: number): AircraftCard {
  // Each card ends before the comma or bracket that follows it.
  return JSON.parse(pack.text.slice(pack.starts[index], pack.starts[index + 1]! - 1)) as AircraftCard;
}

export function idAt(pack: Pack, index: number): string {
  const from = pack.starts[index]! + ID_AT;
  return pack.text.slice(from, from + ID_LENGTH);
}

const OWNER_FIELD = '"ownerId":"';

/** The owner of a card. The field's name cannot occur in a text of the card: its quotes would be escaped. */
export function ownerAt(pack: Pack, index: number): string {
  const from = pack.text.indexOf(OWNER_FIELD, pack.starts[index]) + OWNER_FIELD.length;
  return pack.text.slice(from, from + ID_LENGTH);
}

/** The last of the three numbers of an id. Comparing numbers is many times faster than searching the text. */
export function idLowOf(id: string): number {
  return Number.parseInt(id.slice(28), 16);
}

/** The indexes of the cards that have one of these numbers in their id, ascending. */
export function indexesOf({ columns: { idLow } }: Pack, lows: ReadonlySet<number>): number[] {
  const found: number[] = [];
  if (lows.size > 0) idLow.forEach((low, at) => lows.has(low) && found.push(at));
  return found;
}

/** The index of the card with an id in a pack, or -1. */
export function indexOf(pack: Pack, id: string): number {
  const { idLow } = pack.columns;
  const low = idLowOf(id);
  for (let at = idLow.indexOf(low); at !== -1; at = idLow.indexOf(low, at + 1)) if (idAt(pack, at) === id) return at;
  return -1;
}

function columnsOf(cards: readonly unknown[], places: Places): Columns {
  const columns = emptyColumns(cards.length);
  for (let at = 0; at < cards.length; at++) {
    const card = checkedCard(cards[at]);
    columns.rate[at] = card.hourlyRate;
    columns.seats[at] = card.seats;
    columns.rating[at] = card.rating;
    columns.type[at] = typeIndexes.get(card.type)!;
    columns.place[at] = places.indexOf(card.location);
    columns.created[at] = instantOf(card);
    columns.idHigh[at] = Number.parseInt(card.id.slice(0, 8) + card.id.slice(9, 13), 16);
    columns.idMiddle[at] = Number.parseInt(card.id.slice(14, 18) + card.id.slice(19, 23) + card.id.slice(24, 28), 16);
    columns.idLow[at] = idLowOf(card.id);
  }
  return columns;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const texts = ["id", "ownerId", "name", "make", "model", "year", "location", "imageUrl", "createdAt"] as const;
const numbers = ["hourlyRate", "minHours", "seats", "cruiseSpeed", "range", "rating", "reviewCount"] as const;

/** Checks fields by hand: over 10,000 cards a schema would take longer than parsing them. */
export function checkedCard(value: unknown): AircraftCard {
  const card = (value ?? {}) as Partial<Record<string, unknown>>;
  const { id, verified, type } = card;
  const isCard =
    texts.every((name) => typeof card[name] === "string") &&
    numbers.every((name) => isAmount(card[name])) &&
    uuid.test(id as string) &&
    typeof verified === "boolean" &&
    typeIndexes.has(type as string);
  if (!isCard) throw new MalformedFile("not a card");
  return value as AircraftCard;
}

function instantOf({ createdAt }: AircraftCard): number {
  const at = Date.parse(createdAt);
  if (Number.isNaN(at)) throw new MalformedFile("not a card");
  return Math.max(0, at);
}

/** A number that the radix sort can order. */
function isAmount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < 2 ** 31;
}
