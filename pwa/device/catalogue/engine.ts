// The catalogue on this device: what is kept, in memory and searchable, brought up to the server's whenever asked.
// Answers of the network are taken whole or not at all; storage that fails costs only the next start.
import type { AircraftFilter, AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { Manifest, ManifestBucket } from "../../../shared/sync.ts";
import type { BucketWrite } from "../store/bucket-store.ts";
import { applySegments, findCard, readSegment, type Bucket } from "./bucket.ts";
import type { BucketNews, Catalogue, CataloguePorts, CatalogueSummary, Refreshed } from "./catalogue.ts";
import { fetchBase, fetchManifest, fetchSegments, GoneFile, Unreachable } from "./files.ts";
import { MalformedFile, Places } from "./pack.ts";
import { isAt, planFor, wantedBuckets, type Plan } from "./plan.ts";
import { SearchIndex, type FoundCards } from "./search.ts";
import { summarise } from "./summary.ts";

/** Loads what is kept. Never throws: a store that cannot be read counts as empty. */
export async function openCatalogue(ports: CataloguePorts): Promise<Catalogue> {
  const engine = new Engine(ports);
  await engine.load();
  return engine;
}

const MOST_TRIES = 3;

class Engine implements Catalogue {
  readonly #ports: CataloguePorts;
  readonly #listeners = new Set<() => void>();
  readonly #places = new Places();
  readonly #buckets = new Map<string, Bucket>();
  /** How lately each bucket changed, by a count. */
  readonly #ranks = new Map<string, number>();
  #changes = 0;
  #manifest: Manifest | null = null;
  #etag: string | null = null;
  #asOf: string | null = null;
  #preferred: string | null = null;
  #index: SearchIndex;
  /** The count of changes that the index holds. */
  #indexedAt = 0;
  #summary: CatalogueSummary | null = null;
  #running: Promise<Refreshed> | null = null;
  /** Follows the running one. */
  #waiting: Promise<Refreshed> | null = null;

  constructor(ports: CataloguePorts) {
    this.#ports = ports;
    this.#index = new SearchIndex([], [], this.#places);
  }

  async load(): Promise<void> {
    const kept = await this.#ports.store.manifest();
    await this.#reload();
    if (kept) {
      this.#manifest = kept.manifest;
      this.#etag = kept.etag;
      this.#asOf = kept.asOf;
    }
    this.#changed();
  }

  search(filter: AircraftFilter, sort: AircraftSort): FoundCards {
    return this.#upToDate().search(filter, sort);
  }

  isWhole(): boolean {
    return this.covers();
  }

  covers(place = ""): boolean {
    const { buckets } = this.#manifest ?? {};
    return buckets?.every((entry) => this.#buckets.has(entry.bucket) || !isAt(entry, place)) ?? false;
  }

  summary(): CatalogueSummary {
    this.#summary ??= this.#summarise();
    return this.#summary;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prefer(location: string | null): void {
    this.#preferred = location;
  }

  find(id: string): AircraftCard | null {
    return findCard(this.#buckets.values(), id);
  }

  buckets(): readonly string[] {
    return [...this.#buckets.keys()];
  }

  async takeIn({ bucket, head, segment }: BucketNews): Promise<boolean> {
    const held = this.#buckets.get(bucket);
    if (!held || held.head >= head) return held !== undefined;
    if (!segment || segment.n !== head || held.head !== head - 1) return false;
    try {
      const read = readSegment(JSON.stringify(segment), head);
      const { packs, changed, gone } = await applySegments(held.packs, [read], this.#places, this.#ports.pause);
      const next: Bucket = { ...held, head, packs, stamp: crypto.randomUUID() };
      // Whoever wrote meanwhile, here or in another tab, was not slower than this.
      if (!(await this.#ports.store.write([{ bucket: next, onto: held.stamp, changed, gone }]))) return false;
      this.#hold(next);
      this.#changed();
      return true;
    } catch (error) {
      if (!isExpected(error)) throw error;
      return false;
    }
  }

  refresh(): Promise<Refreshed> {
    if (!this.#running) {
      this.#running = this.#refresh().finally(() => {
        this.#running = this.#waiting;
        this.#waiting = null;
      });
      return this.#running;
    }
    // What is under way may have asked before the news this call is about.
    const again = () => this.#refresh();
    this.#waiting ??= this.#running.then(again, again).finally(() => {
      this.#running = this.#waiting;
      this.#waiting = null;
    });
    return this.#waiting;
  }

  async #refresh(): Promise<Refreshed> {
    const { fetch, now, room } = this.#ports;
    const before = this.#changes;
    try {
      const answer = await fetchManifest(fetch, this.#manifest && this.#etag);
      const confirmedAt = new Date(now()).toISOString();
      if (answer) {
        this.#manifest = answer.manifest;
        this.#etag = answer.etag;
      }
      const manifest = this.#manifest!;
      const wanted = wantedBuckets(manifest, this.#preferred, room);
      const isAnew = [...this.#buckets.values()].some((held) => held.generation !== manifest.generation);
      if (isAnew) await this.#replaceAll(manifest.generation, wanted);
      else await this.#bringAll(manifest.generation, wanted);
      await this.#forgetUnlisted(manifest);
      this.#asOf = confirmedAt;
      await this.#ports.store.keepManifest({ manifest, etag: this.#etag, asOf: confirmedAt });
      this.#changed();
      return this.#changes === before ? "unchanged" : "changed";
    } catch (error) {
      if (!isExpected(error)) throw error;
      // What is missing may be the manifest's mistake: it is read whole next time.
      if (!(error instanceof Unreachable)) this.#etag = null;
      this.#changed();
      return "incomplete";
    }
  }

  /** One bucket that is no good leaves the others their news. Throws the first such trouble in the end. */
  async #bringAll(generation: string, wanted: readonly ManifestBucket[]): Promise<void> {
    let trouble: Error | null = null;
    for (const entry of wanted) {
      try {
        await this.#bring(generation, entry);
      } catch (error) {
        if (error instanceof Unreachable || !isExpected(error)) throw error;
        trouble ??= error;
      }
    }
    if (trouble) throw trouble;
  }

  async #bring(generation: string, entry: ManifestBucket): Promise<void> {
    let hasLostSegments = false;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const held = this.#buckets.get(entry.bucket);
      const plan = planFor(entry, generation, held, hasLostSegments);
      if (plan.kind === "nothing") return;
      let write: BucketWrite;
      try {
        write = await this.#fetchNext(plan, generation, entry, held);
      } catch (error) {
        if (!(error instanceof GoneFile) || plan.kind === "base") throw error;
        hasLostSegments = true;
        continue;
      }
      if (await this.#ports.store.write([write])) {
        this.#hold(write.bucket);
        this.#changed();
        return;
      }
      await this.#reload(entry.bucket);
    }
  }

  async #fetchNext(
    plan: Exclude<Plan, { kind: "nothing" }>,
    generation: string,
    { bucket, location, head }: ManifestBucket,
    held: Bucket | undefined,
  ): Promise<BucketWrite> {
    const { fetch, pause } = this.#ports;
    const isFromBase = plan.kind === "base" || !held;
    const [old, segments] = await Promise.all([
      plan.kind === "base"
        ? fetchBase(fetch, { bucket, generation }, plan.base, this.#places, pause)
        : (held?.packs ?? []),
      fetchSegments(fetch, { bucket, generation }, plan.segments),
    ]);
    const { packs, changed, gone } = await applySegments(old, segments, this.#places, pause);
    const stamp = crypto.randomUUID();
    const next: Bucket = { bucket, location, generation, head, packs, stamp };
    return { bucket: next, onto: isFromBase ? null : held.stamp, changed, gone };
  }

  /** The catalogue began anew: nothing of the old one is mixed with it, and until all is here the old one stays. */
  async #replaceAll(generation: string, wanted: readonly ManifestBucket[]): Promise<void> {
    const writes: BucketWrite[] = [];
    for (const entry of wanted) {
      const base: Plan = { kind: "base", base: entry.base, segments: [] };
      const plan = planFor(entry, generation, undefined);
      writes.push(await this.#fetchNext(plan.kind === "nothing" ? base : plan, generation, entry, undefined));
    }
    const arrived = new Set(writes.map(({ bucket }) => bucket.bucket));
    const removed = [...this.#buckets.keys()].filter((name) => !arrived.has(name));
    const isStored = await this.#ports.store.write(writes, removed);
    this.#buckets.clear();
    if (isStored) for (const { bucket } of writes) this.#hold(bucket);
    else await this.#reload();
    this.#changed();
  }

  async #reload(only?: string): Promise<void> {
    const { store, pause } = this.#ports;
    for (const bucket of await store.buckets(this.#places, pause, only)) this.#hold(bucket);
  }

  async #forgetUnlisted(manifest: Manifest): Promise<void> {
    const listed = new Set(manifest.buckets.map((entry) => entry.bucket));
    const unlisted = [...this.#buckets.keys()].filter((name) => !listed.has(name));
    if (unlisted.length === 0) return;
    for (const name of unlisted) this.#buckets.delete(name);
    this.#changes += 1;
    await this.#ports.store.write([], unlisted);
  }

  #hold(bucket: Bucket): void {
    this.#changes += 1;
    this.#buckets.set(bucket.bucket, bucket);
    this.#ranks.set(bucket.bucket, this.#changes);
  }

  #changed(): void {
    this.#summary = null;
    for (const listener of this.#listeners) listener();
  }

  /** Made when somebody looks: while buckets arrive one after the other, most states are seen by nobody. */
  #upToDate(): SearchIndex {
    if (this.#indexedAt !== this.#changes) {
      const held = [...this.#buckets.values()];
      const packs = held.flatMap((bucket) => bucket.packs);
      const ranks = held.flatMap(({ bucket, packs }) => packs.map(() => this.#ranks.get(bucket) ?? 0));
      this.#index = new SearchIndex(packs, ranks, this.#places);
      this.#indexedAt = this.#changes;
    }
    return this.#index;
  }

  #summarise(): CatalogueSummary {
    return summarise(
      { manifest: this.#manifest, buckets: this.#buckets, index: this.#upToDate() },
      { isWhole: this.isWhole(), asOf: this.#asOf, storageTrouble: this.#ports.store.trouble() },
    );
  }
}

function isExpected(error: unknown): error is Unreachable | GoneFile | MalformedFile {
  return error instanceof Unreachable || error instanceof GoneFile || error instanceof MalformedFile;
}
