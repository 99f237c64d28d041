import { DomainError } from "../../../shared/kit/errors.ts";

/**
 * Runs at most `atOnce` tasks concurrently and queues at most `mostWaiting` more, in order.
 * The returned function throws DomainError too-many when the queue is full.
 */
export function concurrencyLimit(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async function pass<Result>(task: () => Promise<Result>): Promise<Result> {
    if (underWay < atOnce) underWay++;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new DomainError("too-many", { retryAfter: 5 });
    try {
      return await task();
    } finally {
      // The task that has waited longest runs next.
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
