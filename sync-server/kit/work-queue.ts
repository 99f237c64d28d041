// Queues work that takes much memory, and refuses more at once when the queue is full.
import { DomainError } from "../../shared/kit/errors.ts";

export type WorkQueue = {
  /** @throws DomainError busy, when the queue is full */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Number of queued tasks. */
  waiting(): number;
};

export function createWorkQueue(atOnce: number, mostWaiting: number): WorkQueue {
  let running = 0;
  const next: (() => void)[] = [];

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (next.length >= mostWaiting) throw new DomainError("busy", { retryAfter: 5 });
    // The ending task passes its slot on, so that no new task gets ahead.
    await new Promise<void>((resolve) => next.push(resolve));
  }

  return {
    async run(task) {
      await turn();
      try {
        return await task();
      } finally {
        const follower = next.shift();
        if (follower) follower();
        else running -= 1;
      }
    },
    waiting: () => next.length,
  };
}
