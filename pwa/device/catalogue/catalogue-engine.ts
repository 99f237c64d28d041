// The device's catalogue: stored, in memory, searchable, and refreshed from the server on demand.
// Network answers apply completely or not at all; a storage failure costs only the next start.
import { isLocationPart, type AircraftFilter, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { Manifest } from "../../../shared/sync.ts";
import { BucketLoader, isExternalFailure, withSegments } from "./bucket-loader.ts";
import { BucketCache, checkSegment, type Bucket, type CatalogueView } from "./buckets.ts";
import type { BucketUpdate, Catalogue, CataloguePorts, CatalogueSummary, Refreshed } from "./catalogue.ts";
import { fetchManifest, CatalogueUnreachable } from "./files.ts";
import { wantedBuckets } from "./plan.ts";
import type { FoundCards } from "./index/search.ts";
import { summarise } from "./index/summary.ts";

/** Starts to load the stored catalogue. An unreadable store counts as empty. */
export function openCatalogue(ports: CataloguePorts): Catalogue {
  return new Engine(ports);
}

class Engine implements Catalogue {
  readonly loaded: Promise<void>;
  readonly #ports: CataloguePorts;
  readonly #listeners = new Set<() => void>();
  readonly #cache: BucketCache;
  readonly #loader: BucketLoader;
  #isLoading = true;
  #manifest: Manifest | null = null;
  #etag: string | null = null;
  #asOf: string | null = null;
  #preferred: string | null = null;
  #hidden: ReadonlySet<string> = new Set();
  #summary: { of: CatalogueView; summary: CatalogueSummary } | null = null;
  #running: Promise<Refreshed> | null = null;
  /** Runs after the current refresh. */
  #waiting: Promise<Refreshed> | null = null;

  constructor(ports: CataloguePorts) {
    this.#ports = ports;
    this.#cache = new BucketCache(ports.pause, () => this.#changed());
    this.#loader = new BucketLoader(ports, this.#cache, () => this.#preferred);
    this.loaded = this.#load();
  }

  async #load(): Promise<void> {
    const stored = await this.#ports.store.manifest();
    if (stored) {
      this.#manifest = stored.manifest;
      this.#etag = stored.etag;
      this.#asOf = stored.asOf;
    }
    await this.#loader.load(undefined, () => this.#changed());
    this.#isLoading = false;
    await this.#cache.whenVisible();
    this.#changed();
  }

  search(filter: AircraftFilter, sort: AircraftSort): FoundCards {
    return this.#cache.view().index.search(filter, sort, this.#hidden);
  }

  isWhole(): boolean {
    return this.covers();
  }

  covers(place = ""): boolean {
    const { buckets } = this.#manifest ?? {};
    const held = this.#cache.view().buckets;
    return buckets?.every((entry) => held.has(entry.bucket) || !isLocationPart(place, entry.location)) ?? false;
  }

  isLoading(): boolean {
    return this.#isLoading;
  }

  summary(): CatalogueSummary {
    const shown = this.#cache.view();
    if (this.#summary?.of !== shown) this.#summary = { of: shown, summary: this.#summarise(shown) };
    return this.#summary.summary;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prefer(location: string | null): void {
    this.#preferred = location;
  }

  hide(owners: ReadonlySet<string>): void {
    if (owners.size === this.#hidden.size && [...owners].every((owner) => this.#hidden.has(owner))) return;
    this.#hidden = owners;
    this.#changed();
  }

  find(id: string): AircraftCard | null {
    const card = this.#cache.find(id);
    return card && this.#hidden.has(card.ownerId) ? null : card;
  }

  buckets(): readonly string[] {
    return [...this.#cache.buckets.keys()];
  }

  async applySegment({ bucket, head, segment }: BucketUpdate): Promise<boolean> {
    await this.loaded;
    const held = this.#cache.buckets.get(bucket);
    if (!held || held.head >= head) return held !== undefined;
    if (!segment || segment.n !== head || held.head !== head - 1) return false;
    try {
      const read = checkSegment(segment, head);
      const { pause, store } = this.#ports;
      const { packs, changed, gone } = await withSegments(held.packs, [read], this.#cache.places, pause);
      const next: Bucket = { ...held, head, packs, stamp: crypto.randomUUID() };
      // Another write of this or another tab is at least as new.
      if (!(await store.write([{ bucket: next, onto: held.stamp, changed, gone }]))) return false;
      this.#cache.put(next);
      await this.#cache.whenVisible();
      this.#changed();
      return true;
    } catch (error) {
      if (!isExternalFailure(error)) throw error;
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
    // A running refresh may have started before the change that caused this call.
    const again = () => this.#refresh();
    this.#waiting ??= this.#running.then(again, again).finally(() => {
      this.#running = this.#waiting;
      this.#waiting = null;
    });
    return this.#waiting;
  }

  async #refresh(): Promise<Refreshed> {
    const { fetch, now, pause, limits } = this.#ports;
    await this.loaded;
    const before = this.#cache.changes;
    try {
      const answer = await fetchManifest(fetch, this.#manifest && this.#etag, pause);
      const confirmedAt = new Date(now()).toISOString();
      if (answer) {
        this.#manifest = answer.manifest;
        this.#etag = answer.etag;
      }
      const manifest = this.#manifest!;
      const wanted = wantedBuckets(manifest, this.#preferred, limits);
      const isNewGeneration = [...this.#cache.buckets.values()].some((held) => held.generation !== manifest.generation);
      if (isNewGeneration) await this.#loader.loadGeneration(manifest.generation, wanted);
      else await this.#loader.loadAll(manifest.generation, wanted, () => this.#changed());
      await this.#forgetUnlisted(manifest);
      this.#asOf = confirmedAt;
      await this.#ports.store.keepManifest({ manifest, etag: this.#etag, asOf: confirmedAt });
      await this.#cache.whenVisible();
      this.#changed();
      return this.#cache.changes === before ? "unchanged" : "changed";
    } catch (error) {
      if (!isExternalFailure(error)) throw error;
      // The manifest may be wrong about missing files: the next read fetches it completely.
      if (!(error instanceof CatalogueUnreachable)) this.#etag = null;
      await this.#cache.whenVisible();
      this.#changed();
      return "incomplete";
    }
  }

  async #forgetUnlisted(manifest: Manifest): Promise<void> {
    const listed = new Set(manifest.buckets.map((entry) => entry.bucket));
    const unlisted = this.#cache.removeExcept((name) => listed.has(name));
    if (unlisted.length > 0) await this.#ports.store.write([], unlisted);
  }

  #changed(): void {
    this.#summary = null;
    for (const listener of this.#listeners) listener();
  }

  #summarise(shown: CatalogueView): CatalogueSummary {
    return summarise(
      { manifest: this.#manifest, ...shown },
      { isWhole: this.isWhole(), asOf: this.#asOf, storageTrouble: this.#ports.store.trouble() },
      this.#hidden,
    );
  }
}
