// Schedules publishing: at once after a commit of this process, within a quarter of a second after another's.
import type { Knex } from "knex";
import { readHeads, wantsBase, type Head } from "./heads.ts";
import { publishBucket, rebuildBase, type Published } from "./publish.ts";

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

export type PublisherOptions = {
  db: Knex;
  /** Called with the new head of a bucket, and its segment's bytes if this process made it. */
  moved(head: Head, published: Published): void;
  /** Called with an error; the publisher continues. */
  fault(error: unknown): void;
};

export type Publisher = {
  /** Publishes every bucket once, then follows the change log. */
  start(): Promise<void>;
  /** Marks buckets as changed; looks up unknown names. */
  poke(buckets: Iterable<string>): void;
  /** Resolves when every marked bucket is published. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type Work = { isRunning: boolean; isWanted: boolean; notBefore: number; baseNotBefore: number; timer?: NodeJS.Timeout };

/** Bases due at the start wait until the start is over. */
function freshWork(): Work {
  return { isRunning: false, isWanted: false, notBefore: 0, baseNotBefore: Date.now() + BASE_GAP_MS };
}

export function createPublisher({ db, moved, fault }: PublisherOptions): Publisher {
  const works = new Map<string, Work>();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let cursor: string | null = null;
  let generation: string | null = null;
  let sweptAt = 0;
  let isStopped = false;

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
      await announce(bucket, published, work);
    } catch (error) {
      work.isWanted = true;
      restFor(LONGEST_GAP_MS);
      fault(error);
    }
    work.isRunning = false;
    if (work.isWanted) want(bucket);
  }

  async function announce(bucket: string, published: Published, work: Work): Promise<void> {
    const [head] = await readHeads(db, bucket);
    if (!head) return;
    moved(head, published);
    if (!wantsBase(head) || Date.now() < work.baseNotBefore) return;
    const startedAt = Date.now();
    const rebuilt = await rebuildBase(db, bucket);
    work.baseNotBefore = Date.now() + Math.max(BASE_GAP_MS, (Date.now() - startedAt) / BASE_DUTY);
    const [after] = await readHeads(db, bucket);
    if (after) moved(after, rebuilt);
  }

  /** Finds the buckets with new visible lines since the last poll, in one query. */
  async function findChangedBuckets(): Promise<string[]> {
    const isSweep = Date.now() - sweptAt > SWEEP_MS;
    const { rows } = await db.raw(
      `select pg_current_snapshot()::text as snapshot, (select generation::text from sync_meta) as generation, array(
         select bucket from catalogue_buckets where cast(:since as pg_snapshot) is null or exists (
           select from change_log where scope = 'bucket:' || bucket
             and xid >= pg_snapshot_xmin(cast(:since as pg_snapshot))
             and not pg_visible_in_snapshot(xid, cast(:since as pg_snapshot)))
       ) as buckets`,
      { since: isSweep ? null : cursor },
    );
    const found = rows[0] as { snapshot: string; generation: string | null; buckets: string[] };
    if (generation !== found.generation && !isSweep) {
      // The previous generation's files no longer exist: all buckets start again.
      [cursor, generation] = [null, found.generation];
      return findChangedBuckets();
    }
    generation = found.generation;
    if (isSweep) sweptAt = Date.now();
    cursor = found.snapshot;
    return found.buckets;
  }

  async function tail(): Promise<void> {
    let wait = TAIL_MS;
    try {
      for (const bucket of await findChangedBuckets()) want(bucket);
    } catch (error) {
      wait = LONGEST_GAP_MS;
      fault(error);
    }
    if (!isStopped) later(() => track(tail()), wait);
  }

  async function settled(): Promise<void> {
    while (running.size > 0 || [...works.values()].some((work) => work.isWanted || work.isRunning))
      await (running.size > 0 ? Promise.race(running) : new Promise((resolve) => setTimeout(resolve, 5)));
  }

  return {
    async start() {
      for (const bucket of await findChangedBuckets()) want(bucket);
      await settled();
      later(() => track(tail()), TAIL_MS);
    },
    poke(buckets) {
      for (const bucket of buckets) want(bucket);
    },
    settled,
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.allSettled(running);
    },
  };
}
