// Loads buckets up to the manifest's heads: fetches, packs, stores, and holds them in memory.
import type { ManifestBucket } from "../../../shared/sync.ts";
import type { BucketWrite } from "../store/bucket-store.ts";
import { packBase } from "./base.ts";
import { applySegments, type Bucket } from "./bucket.ts";
import type { CataloguePorts } from "./catalogue.ts";
import { fetchBase, fetchSegments, fileReader, GoneFile, Unreachable, type ReadFile } from "./files.ts";
import type { BucketCache } from "./bucket-cache.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { MalformedFile, type Pack } from "./index/pack.ts";
import { isNear, planFor, wayOf, type Plan } from "./plan.ts";

/** Expected external failures; every other error is an internal error. */
export function isExpected(error: unknown): error is Unreachable | GoneFile | MalformedFile {
  return error instanceof Unreachable || error instanceof GoneFile || error instanceof MalformedFile;
}

const MOST_TRIES = 3;

/** Files fetched at once: a browser opens six connections to a server without HTTP/2, and the page needs some of them. */
const FILES_AT_ONCE = 4;
/** Buckets loaded at once. */
const BUCKETS_AT_ONCE = 4;

export class BucketLoader {
  readonly #ports: CataloguePorts;
  readonly #holdings: BucketCache;
  readonly #preferred: () => string | null;
  readonly #readFile: ReadFile;

  constructor(ports: CataloguePorts, holdings: BucketCache, preferred: () => string | null) {
    this.#ports = ports;
    this.#holdings = holdings;
    this.#preferred = preferred;
    this.#readFile = fileReader(ports.fetch, ports.pause, FILES_AT_ONCE);
  }

  /** Loads stored buckets, or one of them, into memory; calls `onHeld` after each that a caller waits for. */
  async load(only?: string, onHeld?: () => void): Promise<void> {
    const { store, packing } = this.#ports;
    const { places } = this.#holdings;
    await store.read({
      ...(only === undefined ? {} : { only }),
      isFirst: (head) => isNear(head, this.#preferred()),
      pack: (head, chunks, together) => packing(chunks, places, wayOf(head, this.#preferred(), together)),
      take: (bucket) => {
        this.#holdings.put(bucket);
        if (isNear(bucket, this.#preferred())) onHeld?.();
      },
    });
  }

  /**
   * Loads all given buckets, several at once; calls `onHeld` after each.
   * A bad bucket does not stop the others: its error is thrown at the end. Without a network no other is started.
   */
  async all(generation: string, wanted: readonly ManifestBucket[], onHeld: () => void): Promise<void> {
    const together = rowsOf(wanted.filter((entry) => this.#plan(entry, generation).kind === "base"));
    const limited = limitConcurrency(BUCKETS_AT_ONCE);
    let trouble: Error | null = null;
    let isOver = false;
    const bring = async (entry: ManifestBucket) => {
      if (isOver) return;
      try {
        if (await this.#one(generation, entry, together)) onHeld();
      } catch (error) {
        // An internal error ends the whole load.
        if (!isExpected(error)) throw error;
        isOver ||= error instanceof Unreachable;
        trouble ??= error;
      }
    };
    await Promise.all(wanted.map((entry) => limited(() => bring(entry))));
    if (trouble) throw trouble as Error;
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
        this.#holdings.put(write.bucket);
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
    const { pause } = this.#ports;
    const { bucket, location, head } = entry;
    const isFromBase = plan.kind === "base" || !held;
    const [old, segments] = await Promise.all([
      plan.kind === "base" ? this.#fetchBase(plan.base, generation, entry, together) : (held?.packs ?? []),
      fetchSegments(this.#readFile, { bucket, generation }, plan.segments, pause),
    ]);
    const { packs, changed, gone } = await applySegments(old, segments, this.#holdings.places, pause);
    const stamp = crypto.randomUUID();
    const next: Bucket = { bucket, location, generation, head, packs, stamp };
    return { bucket: next, onto: isFromBase ? null : held.stamp, changed, gone };
  }

  /** 0 is empty and has no file. */
  async #fetchBase(n: number, generation: string, entry: ManifestBucket, together: number): Promise<Pack[]> {
    if (n === 0) return [];
    const text = await fetchBase(this.#readFile, { bucket: entry.bucket, generation }, n);
    return packBase(this.#ports, text, n, this.#holdings.places, wayOf(entry, this.#preferred(), together));
  }

  /** Starts the new generation. The old one stays visible until all of the new one is loaded; they never mix. */
  async anew(generation: string, wanted: readonly ManifestBucket[]): Promise<void> {
    const together = rowsOf(wanted);
    const limited = limitConcurrency(BUCKETS_AT_ONCE);
    const fetchAnew = (entry: ManifestBucket) => {
      const base: Plan = { kind: "base", base: entry.base, segments: [] };
      const plan = planFor(entry, generation, undefined);
      return this.#fetchNext(plan.kind === "nothing" ? base : plan, generation, entry, undefined, together);
    };
    const writes: BucketWrite[] = await Promise.all(wanted.map((entry) => limited(() => fetchAnew(entry))));
    const arrived = new Set(writes.map(({ bucket }) => bucket.bucket));
    const removed = [...this.#holdings.buckets.keys()].filter((name) => !arrived.has(name));
    const isStored = await this.#ports.store.write(writes, removed);
    this.#holdings.forget(() => false);
    if (isStored) for (const { bucket } of writes) this.#holdings.put(bucket);
    else await this.load();
  }
}

function rowsOf(buckets: readonly ManifestBucket[]): number {
  return buckets.reduce((rows, entry) => rows + entry.rows, 0);
}
