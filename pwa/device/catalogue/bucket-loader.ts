// Loads buckets up to the manifest's heads: fetches, packs, stores, and holds them in memory.
import type { CatalogueSegment, ManifestBucket } from "../../../shared/sync.ts";
import type { BucketWrite } from "../store/catalogue-store.ts";
import { packBase } from "./base.ts";
import type { Bucket, BucketCache } from "./buckets.ts";
import type { CataloguePorts } from "./catalogue.ts";
import { fetchBase, fetchSegments, fileReader, GoneFile, CatalogueUnreachable, type ReadFile } from "./files.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { MalformedFile, type Pack, type Places } from "./index/pack.ts";
import type { Pause } from "./pause.ts";
import type { Applied } from "./segments.ts";
import { isNear, planFor, threadFor, type Plan } from "./plan.ts";

/** The code that applies segments cannot be fetched: buckets without segments load all the same. */
export class MissingCode extends Error {
  override name = "MissingCode";
}

const external = [CatalogueUnreachable, GoneFile, MalformedFile, MissingCode];

/** Expected external failures; every other error is an internal error. */
export function isExternalFailure(error: unknown): error is Error {
  return external.some((kind) => error instanceof kind);
}

const segmentCode = () => import("./segments.ts");

/** Applies segments, if there are any. Rejects with MissingCode. */
export async function withSegments(
  packs: readonly Pack[],
  segments: readonly CatalogueSegment[],
  places: Places,
  pause: Pause,
): Promise<Applied> {
  if (segments.length === 0) return { packs: [...packs], changed: [], gone: [] };
  const code = await segmentCode().catch((cause: unknown) => {
    throw new MissingCode("the code of segments", { cause });
  });
  return code.applySegments(packs, segments, places, pause);
}

const MAX_TRIES = 3;

/** Files fetched at once: a browser opens six connections to a server without HTTP/2, and the page needs some of them. */
const FILES_AT_ONCE = 4;
/** Buckets loaded at once. */
const BUCKETS_AT_ONCE = 4;

export class BucketLoader {
  readonly #ports: CataloguePorts;
  readonly #cache: BucketCache;
  readonly #preferred: () => string | null;
  readonly #readFile: ReadFile;

  constructor(ports: CataloguePorts, cache: BucketCache, preferred: () => string | null) {
    this.#ports = ports;
    this.#cache = cache;
    this.#preferred = preferred;
    this.#readFile = fileReader(ports.fetch, ports.pause, FILES_AT_ONCE);
  }

  /** Loads stored buckets, or one of them, into memory; calls `onHeld` after each that a caller waits for. */
  async load(only?: string, onHeld?: () => void): Promise<void> {
    const { store, packing } = this.#ports;
    const { places } = this.#cache;
    await store.read({
      ...(only === undefined ? {} : { only }),
      isFirst: (head) => isNear(head, this.#preferred()),
      pack: (head, chunks, together) => packing(chunks, places, threadFor(head, this.#preferred(), together)),
      take: (bucket) => {
        this.#cache.put(bucket);
        if (isNear(bucket, this.#preferred())) onHeld?.();
      },
    });
  }

  /**
   * Loads all given buckets, several at once; calls `onHeld` after each. A malformed bucket does not stop the others:
   * its error is thrown at the end. Offline it starts no further bucket.
   */
  async loadAll(generation: string, wanted: readonly ManifestBucket[], onHeld: () => void): Promise<void> {
    const together = rowsOf(wanted.filter((entry) => this.#plan(entry, generation).kind === "base"));
    const limited = limitConcurrency(BUCKETS_AT_ONCE);
    let trouble: Error | null = null;
    let isOver = false;
    const loadEntry = async (entry: ManifestBucket) => {
      if (isOver) return;
      try {
        if (await this.#loadOne(generation, entry, together)) onHeld();
      } catch (error) {
        // An internal error ends the whole load.
        if (!isExternalFailure(error)) throw error;
        isOver ||= error instanceof CatalogueUnreachable;
        trouble ??= error;
      }
    };
    await Promise.all(wanted.map((entry) => limited(() => loadEntry(entry))));
    if (trouble) throw trouble as Error;
  }

  #plan(entry: ManifestBucket, generation: string, hasLostSegments = false): Plan {
    return planFor(entry, generation, this.#cache.buckets.get(entry.bucket), hasLostSegments);
  }

  /** Loads one bucket. Returns whether it changed. */
  async #loadOne(generation: string, entry: ManifestBucket, together: number): Promise<boolean> {
    let hasLostSegments = false;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const held = this.#cache.buckets.get(entry.bucket);
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
        this.#cache.put(write.bucket);
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
    // Its code comes with the files; what goes wrong is thrown where it is used.
    if (plan.segments.length > 0) segmentCode().catch(() => undefined);
    const [old, segments] = await Promise.all([
      plan.kind === "base" ? this.#fetchBase(plan.base, generation, entry, together) : (held?.packs ?? []),
      fetchSegments(this.#readFile, { bucket, generation }, plan.segments, pause),
    ]);
    const { packs, changed, gone } = await withSegments(old, segments, this.#cache.places, pause);
    const stamp = crypto.randomUUID();
    const next: Bucket = { bucket, location, generation, head, packs, stamp };
    return { bucket: next, onto: isFromBase ? null : held.stamp, changed, gone };
  }

  /** 0: the bucket starts empty and has no file. */
  async #fetchBase(n: number, generation: string, entry: ManifestBucket, together: number): Promise<Pack[]> {
    if (n === 0) return [];
    const text = await fetchBase(this.#readFile, { bucket: entry.bucket, generation }, n);
    return packBase(this.#ports, text, n, this.#cache.places, threadFor(entry, this.#preferred(), together));
  }

  /** Loads a new generation. The old one stays visible until all of the new one is loaded; they never mix. */
  async loadGeneration(generation: string, wanted: readonly ManifestBucket[]): Promise<void> {
    const together = rowsOf(wanted);
    const limited = limitConcurrency(BUCKETS_AT_ONCE);
    const fetchWhole = (entry: ManifestBucket) => {
      const base: Plan = { kind: "base", base: entry.base, segments: [] };
      const plan = planFor(entry, generation, undefined);
      return this.#fetchNext(plan.kind === "nothing" ? base : plan, generation, entry, undefined, together);
    };
    const writes: BucketWrite[] = await Promise.all(wanted.map((entry) => limited(() => fetchWhole(entry))));
    const arrived = new Set(writes.map(({ bucket }) => bucket.bucket));
    const removed = [...this.#cache.buckets.keys()].filter((name) => !arrived.has(name));
    const isStored = await this.#ports.store.write(writes, removed);
    this.#cache.removeExcept(() => false);
    if (isStored) for (const { bucket } of writes) this.#cache.put(bucket);
    else await this.load();
  }
}

function rowsOf(buckets: readonly ManifestBucket[]): number {
  return buckets.reduce((rows, entry) => rows + entry.rows, 0);
}
