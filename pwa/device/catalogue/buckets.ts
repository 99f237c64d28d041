// The catalogue's buckets in memory: how segments change a bucket, and one consistent state of all for searches.
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
  Places,
  readJson,
  rowsOf,
  type Pack,
} from "./index/pack.ts";
import { SearchIndex } from "./index/search.ts";
import { atOnce, inSlices, type Pause, type Steps } from "./pause.ts";

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
  if (!drop.every((id) => typeof id === "string")) throw new MalformedFile("a drop without an id");
  return { n, put: put.map(checkedCard), drop };
}

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

/** A catalogue state for searches. */
export type CatalogueView = { buckets: ReadonlyMap<string, Bucket>; index: SearchIndex };

/** Up to this many cards the index is built at once; above in slices, while searches use the previous state. */
const FEW_CARDS = 4_000;

/** Holds buckets in memory and gives searches one consistent state with its index. */
export class BucketCache {
  readonly places = new Places();
  readonly #pause: Pause;
  readonly #onShown: () => void;
  readonly #buckets = new Map<string, Bucket>();
  /** Change count of each bucket's last change. */
  readonly #ranks = new Map<string, number>();
  #changes = 0;
  #shown: CatalogueView = { buckets: new Map(), index: atOnce(SearchIndex.steps([], [], this.places)) };
  /** The change count of the view that searches see. */
  #shownAt = 0;
  #preparing: Promise<void> | null = null;

  /** `onShown` is called when a newer state becomes visible asynchronously. */
  constructor(pause: Pause, onShown: () => void) {
    this.#pause = pause;
    this.#onShown = onShown;
  }

  /** Grows with every change. */
  get changes(): number {
    return this.#changes;
  }

  get buckets(): ReadonlyMap<string, Bucket> {
    return this.#buckets;
  }

  /** Returns the card with an id from the first bucket that has it. */
  find(id: string): AircraftCard | null {
    for (const { packs } of this.#buckets.values()) {
      for (const pack of packs) {
        const index = indexOf(pack, id);
        if (index !== -1) return cardAt(pack, index);
      }
    }
    return null;
  }

  put(bucket: Bucket): void {
    this.#changes += 1;
    this.#buckets.set(bucket.bucket, bucket);
    this.#ranks.set(bucket.bucket, this.#changes);
  }

  /** Removes unwanted buckets; returns their names. */
  removeExcept(isWanted: (name: string) => boolean): string[] {
    const unwanted = [...this.#buckets.keys()].filter((name) => !isWanted(name));
    if (unwanted.length > 0) this.#changes += 1;
    for (const name of unwanted) this.#buckets.delete(name);
    return unwanted;
  }

  /**
   * Returns the state for searches, built on demand, since most states during a sync are never read.
   * With many cards it returns the previous state until the new one is ready, then calls `onShown`.
   */
  view(): CatalogueView {
    if (this.#shownAt === this.#changes) return this.#shown;
    if (rowsOf([...this.#buckets.values()].flatMap(({ packs }) => packs)) <= FEW_CARDS)
      this.#show(this.#buildView(atOnce));
    else if (!this.#preparing) void this.#prepare().then(this.#onShown);
    return this.#shown;
  }

  /** Makes the current buckets visible to searches. */
  async whenVisible(): Promise<void> {
    while (this.#shownAt !== this.#changes) await this.#prepare();
  }

  #prepare(): Promise<void> {
    this.#preparing ??= this.#prepareNow().finally(() => (this.#preparing = null));
    return this.#preparing;
  }

  async #prepareNow(): Promise<void> {
    const built = this.#buildView((steps) => inSlices(steps, this.#pause));
    const index = await built.index;
    if (built.at > this.#shownAt) this.#show({ ...built, index });
  }

  #buildView<I>(make: (steps: Steps<SearchIndex>) => I) {
    const buckets = new Map(this.#buckets);
    const held = [...buckets.values()];
    const packs = held.flatMap((bucket) => bucket.packs);
    const ranks = held.flatMap(({ bucket, packs }) => packs.map(() => this.#ranks.get(bucket) ?? 0));
    return { at: this.#changes, buckets, index: make(SearchIndex.steps(packs, ranks, this.places)) };
  }

  #show({ at, buckets, index }: CatalogueView & { at: number }): void {
    this.#shown = { buckets, index };
    this.#shownAt = at;
  }
}
