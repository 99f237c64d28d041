// The catalogue's buckets in memory, and one consistent state of all for searches.
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CatalogueSegment } from "../../../shared/sync.ts";
import { cardAt, checkedCard, indexOf, MalformedFile, Places, readJson, rowsOf, type Pack } from "./index/pack.ts";
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
