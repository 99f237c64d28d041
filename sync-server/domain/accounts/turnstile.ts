import { DomainError } from "../../../shared/kit/errors.ts";

/**
 * Lets so many tasks work at once and so many more wait, first come first served.
 * The function it gives throws DomainError too-many when the crowd is larger.
 */
export function turnstile(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async function pass<Result>(task: () => Promise<Result>): Promise<Result> {
    if (underWay < atOnce) underWay++;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new DomainError("too-many", { retryAfter: 5 });
    try {
      return await task();
    } finally {
      // Whoever waited longest takes the place over.
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
