// The poll loop behind all background work: one round at a time, earlier on request, less often while rounds fail.
import type { CommitWatch } from "../db/commit-watch.ts";

const LONGEST_PAUSE_MS = 5000;

export type PollLoop = {
  /** Requests a round as soon as possible, or another one after the running one. */
  wanted(): void;
  /** Resolves after the running round; no other follows. */
  stop(): Promise<void>;
};

export type PollLoopOptions = {
  /** Returns false to pause until a round is requested. */
  round(): Promise<boolean | void>;
  failed(error: unknown): void;
  /** Milliseconds between rounds. Failures double it, up to five seconds. */
  everyMs: number;
  /** Shortest pause after a round, in durations of that round; default 0. */
  rest?: () => number;
  /** Leaves out rounds that nobody requested while nothing was committed since the last one, but for no longer than `mostMs`. */
  quiet?: { commits: CommitWatch; mostMs: number };
};

/** The first call of `wanted` starts the loop. */
export function createPollLoop({ round, failed, everyMs, rest = () => 0, quiet }: PollLoopOptions): PollLoop {
  let running: Promise<void> | null = null;
  let cancel = () => {};
  let isWanted = false;
  let isStopped = false;
  let notBefore = 0;
  let pause = everyMs;
  /** Of the database before the last round that was not requested. */
  let seen: string | null = null;
  let ranAt = 0;

  function plan(ms: number): void {
    cancel();
    if (isStopped) return;
    // Loops that look at the database do it at the same time, with one statement.
    const regular = quiet && ms === everyMs ? ms - (performance.now() % ms) : ms;
    const wait = Math.max(regular, notBefore - performance.now());
    const start = () => {
      running = run();
    };
    // A timer takes at least a millisecond, for which a phone would wait.
    if (wait <= 0) {
      const soon = setImmediate(start);
      cancel = () => clearImmediate(soon);
    } else {
      const timer = setTimeout(start, wait);
      cancel = () => clearTimeout(timer);
    }
  }

  async function isQuiet({ commits, mostMs }: NonNullable<PollLoopOptions["quiet"]>): Promise<boolean> {
    const snapshot = await commits.look();
    if (snapshot === seen && performance.now() - ranAt < mostMs) return true;
    seen = snapshot;
    ranAt = performance.now();
    return false;
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    const isRequested = isWanted;
    isWanted = false;
    let goesOn: boolean | void = true;
    try {
      if (isRequested || !quiet || !(await isQuiet(quiet))) goesOn = await round();
      pause = everyMs;
    } catch (error) {
      seen = null;
      pause = Math.min(Math.max(everyMs, LONGEST_PAUSE_MS), pause * 2);
      notBefore = performance.now() + pause;
      failed(error);
    }
    running = null;
    notBefore = Math.max(notBefore, performance.now() + (performance.now() - startedAt) * rest());
    if (isWanted) plan(0);
    else if (goesOn !== false) plan(pause);
  }

  return {
    wanted() {
      if (isWanted) return;
      isWanted = true;
      if (!running) plan(0);
    },
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}

/** Starts a loop that runs until stopped. */
export function startPollLoop(options: PollLoopOptions & { round(): Promise<void> }): PollLoop {
  const loop = createPollLoop(options);
  loop.wanted();
  return loop;
}
