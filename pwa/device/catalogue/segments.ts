// How segments change the packs of a bucket. The code loads with the first segment, since a start without news needs none.
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CatalogueSegment } from "../../../shared/sync.ts";
import { joinPacks, type Cards } from "./index/join-packs.ts";
import { CHUNK_CARDS, idAt, idLowOf, indexesOf, packCards, packSize, type Pack, type Places } from "./index/pack.ts";
import type { Pause } from "./pause.ts";

export type Applied = {
  packs: Pack[];
  /** Packs that differ from the old bucket's. */
  changed: Pack[];
  /** Places of removed packs. */
  gone: number[];
};

/** Applies consecutive segments; never mutates `packs`. An updated card keeps its place, a new one goes to the end. */
export async function applySegments(
  packs: readonly Pack[],
  segments: readonly CatalogueSegment[],
  places: Places,
  pause: Pause,
): Promise<Applied> {
  const { puts, drops } = netOf(segments);
  const lows = new Set([...puts.keys(), ...drops].map(idLowOf));
  const applied: Applied = { packs: [], changed: [], gone: [] };
  const add = (pack: Pack) => {
    applied.packs.push(pack);
    applied.changed.push(pack);
  };
  for (const pack of packs) {
    await pause();
    const named = indexesOf(pack, lows).filter((at) => puts.has(idAt(pack, at)) || drops.has(idAt(pack, at)));
    if (named.length === 0) {
      applied.packs.push(pack);
      continue;
    }
    const parts = replaced(pack, named, puts, places);
    if (parts.some(({ from, to }) => to > from)) add(joinPacks(pack.place, parts));
    else applied.gone.push(pack.place);
  }
  append(applied, [...puts.values()], packs, add, places);
  return applied;
}

/** The cards of a pack with the named ones replaced by their new values, which leave `puts`, or left out. */
function replaced(pack: Pack, named: readonly number[], puts: Map<string, AircraftCard>, places: Places): Cards[] {
  const news = named.map((at) => puts.get(idAt(pack, at)));
  const fresh = packCards(
    pack.place,
    news.flatMap((card) => card ?? []),
    places,
  );
  const parts: Cards[] = [];
  let [from, used] = [0, 0];
  named.forEach((at, index) => {
    parts.push({ pack, from, to: at });
    from = at + 1;
    const card = news[index];
    if (!card) return;
    puts.delete(card.id);
    parts.push({ pack: fresh, from: used, to: ++used });
  });
  parts.push({ pack, from, to: packSize(pack) });
  return parts;
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
    const fresh = packCards(last.place, rest.slice(0, CHUNK_CARDS - packSize(last)), places);
    add(
      joinPacks(
        last.place,
        [last, fresh].map((pack) => ({ pack, from: 0, to: packSize(pack) })),
      ),
    );
    rest = rest.slice(packSize(fresh));
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
