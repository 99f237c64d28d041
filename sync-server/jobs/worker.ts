// The job worker: claims a job, commits, then runs it, so that no row lock waits for a network.
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { CommitWatch } from "../db/commit-watch.ts";
import { jobPayloads, type JobKind, type JobPayload } from "../kit/job-queue.ts";
import { startPollLoop } from "../kit/poll-loop.ts";

/** Runs one kind of job. May run twice for one job, when the process dies before it stores the result. */
export type JobHandlers = { [Kind in JobKind]: (payload: JobPayload<Kind>) => Promise<void> };

export type Worker = {
  /** Waits for running jobs; the rest stays in the queue. */
  stop(): Promise<void>;
};

type Job = { id: string; kind: JobKind; payload: unknown; attempts: number };

const POLL_MS = 250;
/** A job that is due while nothing is committed waits no longer. */
const QUIET_MS = 1000;
const LEASE_SECONDS = 60;
const AT_ONCE = 4;

/** Seconds before the next try, by tries so far; after the last one the job is dropped. */
const RETRY_SECONDS = [5, 30, 120, 600, 3600, 3600, 3600];

const everyKind = Object.keys(jobPayloads) as JobKind[];

/** Claims due jobs; skips those with a valid lease, and duplicates of a running job. */
export async function claimJobs(db: Knex, count: number, kinds: readonly JobKind[] = everyKind): Promise<Job[]> {
  const claimed: { rows: Job[] } = await db.raw(
    `update jobs set "leaseUntil" = now() + ? * interval '1 second', attempts = attempts + 1
     where id in (
       select id from jobs
       where "runAt" <= now() and ("leaseUntil" is null or "leaseUntil" < now()) and kind = any(?)
         and not exists (
           select from jobs as twin
           where twin.kind = jobs.kind and twin.payload = jobs.payload and twin."leaseUntil" > now()
         )
       order by "runAt" limit ? for update skip locked
     )
     returning id, kind, payload, attempts`,
    [LEASE_SECONDS, [...kinds], count],
  );
  return claimed.rows;
}

export type WorkerOptions = {
  db: Knex;
  commits: CommitWatch;
  log: Logger;
  /** A worker takes only the kinds it handles; slow kinds have another worker, so that mail does not wait for them. */
  handlers: Partial<JobHandlers>;
  atOnce?: number;
};

/** Starts a worker; several in one or many processes share the queue. */
export function startWorker({ db, commits, log, handlers, atOnce = AT_ONCE }: WorkerOptions): Worker {
  const kinds = Object.keys(handlers) as JobKind[];
  let isStopping = false;

  async function drain(): Promise<void> {
    while (!isStopping) {
      const jobs = await claimJobs(db, atOnce, kinds);
      if (jobs.length === 0) return;
      await Promise.all(jobs.map((job) => runJob({ db, log, handlers }, job)));
    }
  }

  const loop = startPollLoop({
    round: drain,
    failed: (error) => log.error({ err: error }, "the job queue could not be read"),
    everyMs: POLL_MS,
    quiet: { commits, mostMs: QUIET_MS },
  });
  return {
    async stop() {
      isStopping = true;
      await loop.stop();
    },
  };
}

type Tools = Pick<WorkerOptions, "db" | "log" | "handlers">;

async function runJob({ db, log, handlers }: Tools, job: Job): Promise<void> {
  try {
    const payload = jobPayloads[job.kind].parse(job.payload);
    await (handlers[job.kind] as (payload: unknown) => Promise<void>)(payload);
    await db("jobs").where({ id: job.id }).delete();
  } catch (error) {
    await postpone({ db, log }, job, error);
  }
}

async function postpone({ db, log }: Omit<Tools, "handlers">, job: Job, error: unknown): Promise<void> {
  const wait = RETRY_SECONDS[job.attempts - 1];
  log.warn({ err: error, job: job.kind, attempt: job.attempts, givenUp: wait === undefined }, "a job failed");
  if (wait === undefined) {
    await db("jobs").where({ id: job.id }).delete();
    return;
  }
  await db("jobs")
    .where({ id: job.id })
    .update({
      leaseUntil: null,
      runAt: db.raw(`now() + ? * interval '1 second'`, [wait]),
      lastError: error instanceof Error ? error.name : "unknown",
    });
}
