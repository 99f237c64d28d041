// Runs asynchronous work with a bound on how much of it runs at once, in the order it was asked for.

/** A function that runs what it is given once fewer than `atOnce` others run. Rejects as that does. */
export function limitConcurrency(atOnce: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    // Whoever ends passes its place on, so that nobody takes it in between.
    else await new Promise<void>((start) => queue.push(start));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
