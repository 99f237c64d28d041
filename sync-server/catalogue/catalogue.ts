// The public catalogue as files: the current manifest, and the bytes of each file it names.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Knex } from "knex";
import type { Manifest } from "../../shared/sync.ts";
import { tidyFiles } from "./base.ts";
import { ensureBuckets } from "../db/buckets.ts";
import { ensureSyncMeta, keepPartitions } from "../db/change-log.ts";
import { fileCache } from "./file-cache.ts";
import { readHeads, type Head } from "./publish.ts";
import type { Publisher } from "./publisher.ts";

/** Room for all cards of some 1,400,000 aircraft, at 92 bytes per card. */
const CACHE_BYTES = 128 * 1024 * 1024;
const TIDY_MS = 3_600_000;
/** Shortest time between look-ups of numbers above the known head: another process may be ahead. */
const LOOK_AHEAD_MS = 100;

export type FileKind = "base" | "segment";

/** Gzipped JSON with its ETag. */
export type ManifestFile = { body: Buffer; etag: string };

export type Catalogue = {
  /** Starts the publisher, which tells of every bucket. */
  start(): Promise<void>;
  /** Stops the publisher too. */
  stop(): Promise<void>;
  manifest(): ManifestFile;
  /** Part of every address; another generation names files that do not exist here. */
  generation(): string;
  /** Returns the gzipped file of this generation, or null if none exists. */
  file(kind: FileKind, bucket: string, n: number): Promise<Buffer | null>;
};

export type CatalogueOptions = { db: Knex; publisher: Publisher; fault(error: unknown): void; cacheBytes?: number };

/** Opens the catalogue of a migrated database. */
export function openCatalogue({ db, publisher, fault, cacheBytes = CACHE_BYTES }: CatalogueOptions): Catalogue {
  const cache = fileCache(cacheBytes);
  const heads = new Map<string, Head>();
  const lookedAt = new Map<string, number>();
  let generation = "";
  let manifestFile: ManifestFile | null = null;
  let tidying: NodeJS.Timeout | undefined;

  publisher.onHead((head, published) => {
    remember(head);
    if (published.outcome === "published" && published.n <= head.head)
      cache.put(`${head.generation} segment ${head.bucket} ${published.n}`, published.body);
  });

  /** A restored database numbers its files anew. */
  function startGeneration(next: string): void {
    heads.clear();
    lookedAt.clear();
    manifestFile = null;
    generation = next;
  }

  function remember(head: Head): void {
    if (head.generation !== generation) startGeneration(head.generation);
    const known = heads.get(head.bucket);
    // An older answer that arrives after a newer one changes nothing.
    if (known && (known.head > head.head || known.base > head.base)) return;
    heads.set(head.bucket, head);
    if (known?.head !== head.head || known.base !== head.base || known.oldest !== head.oldest) manifestFile = null;
  }

  async function isPublished(kind: FileKind, bucket: string, n: number): Promise<boolean> {
    let head = heads.get(bucket);
    if ((!head || n > head.head) && Date.now() - (lookedAt.get(bucket) ?? 0) > LOOK_AHEAD_MS) {
      if (!head && heads.size > 0 && !/^[a-z0-9-]{1,80}$/.test(bucket)) return false;
      if (lookedAt.size > 10_000) lookedAt.clear();
      lookedAt.set(bucket, Date.now());
      [head] = await readHeads(db, bucket);
      if (head) remember(head);
    }
    return head !== undefined && n >= 1 && n <= head.head && (kind === "base" || n >= head.oldest);
  }

  async function load(of: string, kind: FileKind, bucket: string, n: number): Promise<Buffer | null> {
    const table = kind === "base" ? "catalogue_bases" : "catalogue_segments";
    const row: { body: Buffer } | undefined = await db(table)
      .where({ bucket, n })
      .whereRaw("(select generation from sync_meta) = ?", [of])
      .first("body");
    return row?.body ?? null;
  }

  async function tidy(): Promise<void> {
    await tidyFiles(db);
    await keepPartitions(db);
  }

  return {
    async start() {
      await ensureBuckets(db);
      ({ generation } = await ensureSyncMeta(db));
      await publisher.start();
      tidying = setInterval(() => void tidy().catch(fault), TIDY_MS);
      tidying.unref();
    },
    async stop() {
      clearInterval(tidying);
      await publisher.stop();
    },
    manifest() {
      manifestFile ??= renderManifest(generation, heads);
      return manifestFile;
    },
    generation: () => generation,
    async file(kind, bucket, n) {
      const asked = generation;
      // A generation that starts meanwhile has other bytes under the same number.
      if (!(await isPublished(kind, bucket, n)) || generation !== asked) return null;
      return cache.get(`${asked} ${kind} ${bucket} ${n}`, () => load(asked, kind, bucket, n));
    },
  };
}

function renderManifest(generation: string, heads: ReadonlyMap<string, Head>): ManifestFile {
  const buckets = [...heads.values()]
    .sort(
      (a, b) => a.location.localeCompare(b.location, "en") || a.bucket.localeCompare(b.bucket, "en", { numeric: true }),
    )
    .map(({ bucket, location, base, head, oldest, rows }) => ({ bucket, location, base, head, oldest, rows }));
  const json = JSON.stringify({ generation, buckets } satisfies Manifest);
  const etag = createHash("sha256").update(json).digest("base64url").slice(0, 22);
  return { body: gzipSync(json), etag: `"${etag}"` };
}
