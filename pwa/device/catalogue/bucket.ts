// A catalogue bucket in memory, and how segments change it. Pure: never mutates the old bucket.
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CatalogueSegment } from "../../../shared/sync.ts";
import {
  cardAt,
  cardsOf,
  checkedCard,
  CHUNK_CARDS,
  idAt,
  indexOf,
  MalformedFile,
  packCards,
  packSize,
  readJson,
  type Pack,
  type Places,
} from "./index/pack.ts";
import type { Pause } from "./pause.ts";

export type Bucket = {
  bucket: string;
  location: string;
  generation: string;
  /** Complete up to this segment. */
  head: number;
  packs: readonly Pack[];
  /** Stamp of the equal record in the store; null when the store does not hold these packs. */
  stamp: string | null;
};

export function rowsOf(packs: readonly Pack[]): number {
  return packs.reduce((rows, pack) => rows + packSize(pack), 0);
}

/** Returns the card with an id from the first bucket that has it. */
export function findCard(buckets: Iterable<Bucket>, id: string): AircraftCard | null {
  for (const { packs } of buckets) {
    for (const pack of packs) {
      const index = indexOf(pack, id);
      if (index !== -1) return cardAt(pack, index);
    }
  }
  return null;
}

/** Parses a segment file. Throws MalformedFile. */
export function readSegment(text: string, n: number): CatalogueSegment {
  return checkSegment(readJson(text), n);
}

/** Validates a parsed segment, such as one from a live frame. Throws MalformedFile. */
export function checkSegment(parsed: unknown, n: number): CatalogueSegment {
  const file = parsed as Partial<CatalogueSegment> | null;
  const { put, drop } = file ?? {};
  if (file?.n !== n || !Array.isArray(put) || !Array.isArray(drop)) {
    throw new MalformedFile("not the requested segment");
  }
  if (!drop.every((id) => typeof id === "string")) throw new MalformedFile("a drop that is not an id");
  return { n, put: put.map(checkedCard), drop };
}

export type Applied = {
  packs: Pack[];
  /** Packs that differ from the old bucket's. */
  changed: Pack[];
  /** Places of removed packs. */
  gone: number[];
};

/** Applies consecutive segments. An updated card keeps its place, a new one goes to the end. */
export async function applySegments(
  packs: readonly Pack[],
  segments: readonly CatalogueSegment[],
  places: Places,
  pause: Pause,
): Promise<Applied> {
  const { puts, drops } = netOf(segments);
  const applied: Applied = { packs: [], changed: [], gone: [] };
  const add = (pack: Pack) => {
    applied.packs.push(pack);
    applied.changed.push(pack);
  };
  for (const pack of packs) {
    await pause();
    if (!touches(pack, puts, drops)) {
      applied.packs.push(pack);
      continue;
    }
    const cards: AircraftCard[] = [];
    for (const card of cardsOf(pack)) {
      if (!drops.has(card.id)) cards.push(puts.get(card.id) ?? card);
      puts.delete(card.id);
    }
    if (cards.length > 0) add(packCards(pack.place, cards, places));
    else applied.gone.push(pack.place);
  }
  append(applied, [...puts.values()], packs, add, places);
  return applied;
}

function append(
  applied: Applied,
  cards: AircraftCard[],
  before: readonly Pack[],
  add: (pack: Pack) => void,
  places: Places,
) {
  if (cards.length === 0) return;
  let rest = cards;
  const last = applied.packs.at(-1);
  if (last && packSize(last) < CHUNK_CARDS) {
    applied.packs.pop();
    applied.changed = applied.changed.filter((pack) => pack !== last);
    const room = CHUNK_CARDS - packSize(last);
    add(packCards(last.place, [...cardsOf(last), ...rest.slice(0, room)], places));
    rest = rest.slice(room);
  }
  let place = Math.max(-1, ...before.map((pack) => pack.place), ...applied.packs.map((pack) => pack.place)) + 1;
  for (let from = 0; from < rest.length; from += CHUNK_CARDS) {
    add(packCards(place++, rest.slice(from, from + CHUNK_CARDS), places));
  }
}

/** Combines segments: each id ends as put or dropped. */
function netOf(segments: readonly CatalogueSegment[]) {
  const puts = new Map<string, AircraftCard>();
  const drops = new Set<string>();
  for (const { put, drop } of segments) {
    for (const id of drop) {
      puts.delete(id);
      drops.add(id);
    }
    for (const card of put) {
      drops.delete(card.id);
      puts.set(card.id, card);
    }
  }
  return { puts, drops };
}

function touches(pack: Pack, puts: ReadonlyMap<string, unknown>, drops: ReadonlySet<string>): boolean {
  for (let index = 0; index < packSize(pack); index++) {
    const id = idAt(pack, index);
    if (puts.has(id) || drops.has(id)) return true;
  }
  return false;
}
