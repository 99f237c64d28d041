// Brings buckets to where the manifest says they are: fetched, packed, kept in the store, held in memory.
import type { ManifestBucket } from "../../../shared/sync.ts";
import type { BucketWrite } from "../store/bucket-store.ts";
import { packBase } from "./base.ts";
import { applySegments, type Bucket } from "./bucket.ts";
import type { CataloguePorts } from "./catalogue.ts";
import { fetchBase, fetchSegments, GoneFile, Unreachable } from "./files.ts";
import type { Holdings } from "./holdings.ts";
import { MalformedFile, type Pack } from "./pack.ts";
import { isNear, planFor, wayOf, type Plan } from "./plan.ts";

/** What can be wrong with the world; everything else that is thrown is our own mistake. */
export function isExpected(error: unknown): error is Unreachable | GoneFile | MalformedFile {
  return error instanceof Unreachable || error instanceof GoneFile || error instanceof MalformedFile;
}

const MOST_TRIES = 3;

export class Bringing {
  readonly #ports: CataloguePorts;
  readonly #holdings: Holdings;
  readonly #preferred: () => string | null;

  constructor(ports: CataloguePorts, holdings: Holdings, preferred: () => string | null) {
    this.#ports = ports;
    this.#holdings = holdings;
    this.#preferred = preferred;
  }

  /** Holds what the store keeps, or one bucket of it; `onHeld` is called after each that somebody waits for. */
  async load(only?: string, onHeld?: () => void): Promise<void> {
    const { store, packing } = this.#ports;
    const { places } = this.#holdings;
    await store.read({
      ...(only === undefined ? {} : { only }),
      isFirst: (head) => isNear(head, this.#preferred()),
      pack: (head, chunks, together) => packing(chunks, places, wayOf(head, this.#preferred(), together)),
      take: (bucket) => {
        this.#holdings.hold(bucket);
        if (isNear(bucket, this.#preferred())) onHeld?.();
      },
    });
  }

  /**
   * Brings all of them; `onHeld` is called after each. One that is no good leaves the others their news: the first such
   * trouble is thrown in the end.
   */
  async all(generation: string, wanted: readonly ManifestBucket[], onHeld: () => void): Promise<void> {
    const together = rowsOf(wanted.filter((entry) => this.#plan(entry, generation).kind === "base"));
    let trouble: Error | null = null;
    for (const entry of wanted) {
      try {
        if (await this.#one(generation, entry, together)) onHeld();
      } catch (error) {
        if (error instanceof Unreachable || !isExpected(error)) throw error;
        trouble ??= error;
      }
    }
    if (trouble) throw trouble;
  }

  #plan(entry: ManifestBucket, generation: string, hasLostSegments = false): Plan {
    return planFor(entry, generation, this.#holdings.buckets.get(entry.bucket), hasLostSegments);
  }

  /** Whether the bucket changed. */
  async #one(generation: string, entry: ManifestBucket, together: number): Promise<boolean> {
    let hasLostSegments = false;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const held = this.#holdings.buckets.get(entry.bucket);
      const plan = this.#plan(entry, generation, hasLostSegments);
      if (plan.kind === "nothing") return false;
      let write: BucketWrite;
      try {
        write = await this.#fetchNext(plan, generation, entry, held, together);
      } catch (error) {
        if (!(error instanceof GoneFile) || plan.kind === "base") throw error;
        hasLostSegments = true;
        continue;
      }
      if (await this.#ports.store.write([write])) {
        this.#holdings.hold(write.bucket);
        return true;
      }
      await this.load(entry.bucket);
    }
    return false;
  }

  async #fetchNext(
    plan: Exclude<Plan, { kind: "nothing" }>,
    generation: string,
    entry: ManifestBucket,
    held: Bucket | undefined,
    together: number,
  ): Promise<BucketWrite> {
    const { fetch, pause } = this.#ports;
    const { bucket, location, head } = entry;
    const isFromBase = plan.kind === "base" || !held;
    const [old, segments] = await Promise.all([
      plan.kind === "base" ? this.#fetchBase(plan.base, generation, entry, together) : (held?.packs ?? []),
      fetchSegments(fetch, { bucket, generation }, plan.segments, pause),
    ]);
    const { packs, changed, gone } = await applySegments(old, segments, this.#holdings.places, pause);
    const stamp = crypto.randomUUID();
    const next: Bucket = { bucket, location, generation, head, packs, stamp };
    return { bucket: next, onto: isFromBase ? null : held.stamp, changed, gone };
  }

  /** 0 is empty and has no file. */
  async #fetchBase(n: number, generation: string, entry: ManifestBucket, together: number): Promise<Pack[]> {
    if (n === 0) return [];
    const { fetch, pause } = this.#ports;
    const text = await fetchBase(fetch, { bucket: entry.bucket, generation }, n, pause);
    return packBase(this.#ports, text, n, this.#holdings.places, wayOf(entry, this.#preferred(), together));
  }

  /** The catalogue began anew: nothing of the old one is mixed with it, and until all is here the old one stays. */
  async anew(generation: string, wanted: readonly ManifestBucket[]): Promise<void> {
    const together = rowsOf(wanted);
    const writes: BucketWrite[] = [];
    for (const entry of wanted) {
      const base: Plan = { kind: "base", base: entry.base, segments: [] };
      const plan = planFor(entry, generation, undefined);
      const next = plan.kind === "nothing" ? base : plan;
      writes.push(await this.#fetchNext(next, generation, entry, undefined, together));
    }
    const arrived = new Set(writes.map(({ bucket }) => bucket.bucket));
    const removed = [...this.#holdings.buckets.keys()].filter((name) => !arrived.has(name));
    const isStored = await this.#ports.store.write(writes, removed);
    this.#holdings.forget(() => false);
    if (isStored) for (const { bucket } of writes) this.#holdings.hold(bucket);
    else await this.load();
  }
}

function rowsOf(buckets: readonly ManifestBucket[]): number {
  return buckets.reduce((rows, entry) => rows + entry.rows, 0);
}
