// The push worker: plans due notices and posts due deliveries, a bounded number at once.
// Several workers in one or many processes share the tables.
import type { Logger } from "pino";
import { startPollLoop } from "../kit/poll-loop.ts";
import type { Services } from "../kit/services.ts";
import { claimDeliveries, deliver, type Delivery, type Verdict } from "./deliveries.ts";
import { claimNotices, planNotices, type Job } from "./jobs.ts";
import type { PostOptions } from "./post.ts";

const POLL_MS = 250;
/** A notice that is due while nothing is committed waits no longer. */
const QUIET_MS = 1000;
/** Most jobs planned in one batch. */
const BATCH = 200;
/** Most concurrent posts: a service that does not answer occupies one for 10 seconds. */
const MOST_POSTS = 32;

export type PushWorkerOptions = {
  services: Services;
  log: Logger;
  /** Null without push settings: then the worker plans mail alone. */
  sender: PostOptions | null;
  metrics: { settled(verdict: Verdict): void };
};

export type PushWorker = {
  /** Waits for running work; the rest stays in the tables. */
  stop(): Promise<void>;
};

export function startPushWorker({ services, log, sender, metrics }: PushWorkerOptions): PushWorker {
  let isStopping = false;
  const posts = new Set<Promise<void>>();

  // The lease expires, then another try follows.
  const logFailure = (error: unknown) => log.error({ err: error }, "a notice could not be handled");

  /** Plans each job alone after a failed batch, so that one bad job does not block the others. */
  async function plan(jobs: readonly Job[]): Promise<void> {
    try {
      await planNotices(services, jobs);
    } catch (error) {
      if (jobs.length === 1) return logFailure(error);
      for (const job of jobs) await plan([job]);
    }
  }

  async function planAll(): Promise<void> {
    while (!isStopping) {
      const jobs = await claimNotices(services.db, BATCH);
      if (jobs.length > 0) await plan(jobs);
      if (jobs.length < BATCH) return;
    }
  }

  async function post(delivery: Delivery, options: PostOptions): Promise<void> {
    try {
      metrics.settled(await deliver({ ...options, services, log }, delivery));
    } catch (error) {
      logFailure(error);
    }
  }

  async function fillPosts(options: PostOptions): Promise<void> {
    const free = MOST_POSTS - posts.size;
    if (free <= 0) return;
    for (const delivery of await claimDeliveries(services.db, free)) {
      const posting = post(delivery, options).finally(() => {
        posts.delete(posting);
        // Fills a freed place at once under load.
        if (posts.size === MOST_POSTS - 1) loop.wanted();
      });
      posts.add(posting);
    }
  }

  async function round(): Promise<void> {
    await planAll();
    if (sender) await fillPosts(sender);
  }

  const loop = startPollLoop({
    round,
    failed: (error) => log.error({ err: error }, "notices could not be read"),
    everyMs: POLL_MS,
    quiet: { commits: services.commits, mostMs: QUIET_MS },
  });
  return {
    async stop() {
      isStopping = true;
      await loop.stop();
      await Promise.all(posts);
    },
  };
}
