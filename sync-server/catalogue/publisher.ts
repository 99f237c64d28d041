// Schedules publishing: at once after a commit of this process, within a quarter of a second after another's.
// Then announces the new head: first to the catalogue's files, then to the live lines and other processes.
import { gunzipSync } from "node:zlib";
import type { Knex } from "knex";
import type { CatalogueSegment } from "../../shared/sync.ts";
import type { CommitWatch } from "../db/commit-watch.ts";
import { bucketScope } from "../kit/command-handler.ts";
import { createPollLoop } from "../kit/poll-loop.ts";
import { wantsBase } from "./base.ts";
import { publishBucket, readHeads, rebuildBase, type Head, type Published } from "./publish.ts";

const TAIL_MS = 250;
/** Shortest time between two publications of a bucket; longer when a step takes long. */
const SHORTEST_GAP_MS = 100;
const LONGEST_GAP_MS = 2000;
/** Share of time for segments, and for bases. */
const DUTY = 0.25;
const BASE_DUTY = 0.1;
const BASE_GAP_MS = 5000;
/** Interval at which all buckets are checked, changed or not. */
const SWEEP_MS = 30_000;
/** Largest segment that a live frame includes. */
const SMALL_SEGMENT_BYTES = 16 * 1024;

/** A bucket's new head, with the segment if it is small and this process made it. */
export type BucketUpdate = { bucket: string; head: number; segment?: CatalogueSegment };

export type PublisherOptions = {
  db: Knex;
  commits: CommitWatch;
  /** Called with an error; the publisher continues. */
  fault(error: unknown): void;
};

export type Publisher = {
  /** Announces every head, publishes the buckets that have changes, then follows the change log until `stop`. */
  start(): Promise<void>;
  /** Publishes the buckets among the scopes of committed changes at once. */
  committed(scopes: Iterable<string>): void;
  /** Calls back after each step with its bucket's state, and the segment's bytes if this process made one. */
  onHead(listener: (head: Head, published: Published) => void): void;
  /** Calls back when a bucket's head advances, after all `onHead` listeners; returns the unsubscribe function. */
  onNews(listener: (news: BucketUpdate) => void): () => void;
  /** Resolves when every marked bucket is published. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type Work = { isRunning: boolean; isWanted: boolean; notBefore: number; baseNotBefore: number; timer?: NodeJS.Timeout };

/** Bases due at the start wait until the start is over. */
function freshWork(): Work {
  return { isRunning: false, isWanted: false, notBefore: 0, baseNotBefore: Date.now() + BASE_GAP_MS };
}

const BUCKET_SCOPE = bucketScope("");

/** Without a segment when another process made it, or when it is too large for a frame: then clients fetch its file. */
function newsOf({ bucket, head }: Head, published: Published): BucketUpdate {
  const isMade = published.outcome === "published" && published.n === head;
  if (!isMade || published.body.length >= SMALL_SEGMENT_BYTES) return { bucket, head };
  return { bucket, head, segment: JSON.parse(gunzipSync(published.body).toString()) as CatalogueSegment };
}

export function createPublisher({ db, commits, fault }: PublisherOptions): Publisher {
  const works = new Map<string, Work>();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const headListeners = new Set<(head: Head, published: Published) => void>();
  const newsListeners = new Set<(news: BucketUpdate) => void>();
  /** The heads announced so far, of one generation. */
  const announced = { generation: "", heads: new Map<string, number>() };
  /** What the last known segment of each bucket contains, as snapshots. */
  const contained = new Map<string, string>();
  let cursor: string | null = null;
  let generation: string | null = null;
  let sweptAt = 0;
  let isStopped = false;
  const tail = createPollLoop({
    async round() {
      for (const bucket of await findChangedBuckets()) want(bucket);
    },
    failed: fault,
    everyMs: TAIL_MS,
    quiet: { commits, mostMs: SWEEP_MS },
  });

  function later(task: () => void, ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      task();
    }, ms);
    timers.add(timer);
    return timer;
  }

  function track(task: Promise<void>): void {
    running.add(task);
    void task.finally(() => running.delete(task));
  }

  function want(bucket: string): void {
    if (isStopped) return;
    const work = works.get(bucket) ?? freshWork();
    works.set(bucket, work);
    work.isWanted = true;
    if (work.isRunning || work.timer) return;
    const wait = work.notBefore - Date.now();
    if (wait <= 0) track(run(bucket, work));
    else
      work.timer = later(() => {
        work.timer = undefined;
        track(run(bucket, work));
      }, wait);
  }

  async function run(bucket: string, work: Work): Promise<void> {
    work.isRunning = true;
    work.isWanted = false;
    const startedAt = Date.now();
    const restFor = (ms: number) =>
      (work.notBefore = startedAt + Math.min(LONGEST_GAP_MS, Math.max(SHORTEST_GAP_MS, ms)));
    try {
      const published = await publishBucket(db, bucket);
      if (published.outcome === "busy") work.isWanted = true;
      // Log lines often repeat what this process published already; they must not delay the next change.
      if (published.outcome !== "unchanged") restFor((Date.now() - startedAt) / DUTY);
      await settle(bucket, published, work);
    } catch (error) {
      work.isWanted = true;
      restFor(LONGEST_GAP_MS);
      fault(error);
    }
    work.isRunning = false;
    if (work.isWanted) want(bucket);
  }

  /** Announces the bucket's head, and writes a new base when one is due. */
  async function settle(bucket: string, published: Published, work: Work): Promise<void> {
    const [head] = await readHeads(db, bucket);
    if (!head) return;
    announce(head, published);
    if (!wantsBase(head) || Date.now() < work.baseNotBefore) return;
    const startedAt = Date.now();
    const rebuilt = await rebuildBase(db, bucket);
    work.baseNotBefore = Date.now() + Math.max(BASE_GAP_MS, (Date.now() - startedAt) / BASE_DUTY);
    const [after] = await readHeads(db, bucket);
    if (after) announce(after, rebuilt);
  }

  function announce(head: Head, published: Published): void {
    for (const listener of headListeners) listener(head, published);
    if (announced.generation !== head.generation) {
      announced.generation = head.generation;
      announced.heads.clear();
      contained.clear();
    }
    if (head.snapshot !== null) contained.set(head.bucket, head.snapshot);
    if ((announced.heads.get(head.bucket) ?? -1) >= head.head) return;
    announced.heads.set(head.bucket, head.head);
    const news = newsOf(head, published);
    for (const listener of newsListeners) listener(news);
  }

  /**
   * Finds the buckets with visible lines since the last poll that no known segment contains, in one query. Before the first poll these are
   * the lines since each bucket's own last segment. Then it also finds buckets without a segment, and those whose log is no longer whole.
   */
  async function findChangedBuckets(): Promise<string[]> {
    const isSweep = Date.now() - sweptAt > SWEEP_MS;
    const { rows } = await db.raw(
      `select pg_current_snapshot()::text as snapshot, (select generation::text from sync_meta) as generation, array(
         select b.bucket from catalogue_buckets b
         left join unnest(cast(:buckets as text[]), cast(:snapshots as pg_snapshot[])) as known (bucket, snapshot)
           on known.bucket = b.bucket
         cross join lateral (select coalesce(cast(:since as pg_snapshot), known.snapshot) as snapshot) as since
         where cast(:isSweep as boolean) or since.snapshot is null
           or cast(:since as pg_snapshot) is null and pg_snapshot_xmin(since.snapshot) < (select floor from sync_meta)
           or exists (
             select from change_log where scope = 'bucket:' || b.bucket
               and xid >= pg_snapshot_xmin(since.snapshot)
               and not pg_visible_in_snapshot(xid, since.snapshot)
               and (known.snapshot is null or not pg_visible_in_snapshot(xid, known.snapshot)))
       ) as buckets`,
      { since: cursor, isSweep, buckets: [...contained.keys()], snapshots: [...contained.values()] },
    );
    const found = rows[0] as { snapshot: string; generation: string | null; buckets: string[] };
    if (generation !== found.generation && !isSweep) {
      // The previous generation's files no longer exist: all buckets start again.
      [cursor, generation] = [null, found.generation];
      contained.clear();
      return findChangedBuckets();
    }
    generation = found.generation;
    if (isSweep) sweptAt = Date.now();
    cursor = found.snapshot;
    return found.buckets;
  }

  async function settled(): Promise<void> {
    while (running.size > 0 || [...works.values()].some((work) => work.isWanted || work.isRunning))
      await (running.size > 0 ? Promise.race(running) : new Promise((resolve) => setTimeout(resolve, 5)));
  }

  return {
    async start() {
      sweptAt = Date.now();
      for (const head of await readHeads(db)) announce(head, { outcome: "unchanged" });
      generation = announced.generation;
      for (const bucket of await findChangedBuckets()) want(bucket);
      await settled();
      tail.wanted();
    },
    committed(scopes) {
      for (const scope of scopes) if (scope.startsWith(BUCKET_SCOPE)) want(scope.slice(BUCKET_SCOPE.length));
    },
    onHead: (listener) => void headListeners.add(listener),
    onNews(listener) {
      newsListeners.add(listener);
      return () => void newsListeners.delete(listener);
    },
    settled,
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.allSettled([tail.stop(), ...running]);
    },
  };
}
