// Work that takes much memory goes one after another, and those who would wait too long are told at once.
import { DomainError } from "../../../shared/kit/errors.ts";

export type Line = {
  /** @throws DomainError busy, when too many wait already */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Tasks that wait for their turn. */
  waiting(): number;
};

export function createLine(atOnce: number, mostWaiting: number): Line {
  let running = 0;
  const next: (() => void)[] = [];

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (next.length >= mostWaiting) throw new DomainError("busy", { retryAfter: 5 });
    // Whoever ends hands the place on, so that nobody slips in between.
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
