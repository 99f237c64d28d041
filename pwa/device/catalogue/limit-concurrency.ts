// Limits concurrent asynchronous work, in request order.

/** Returns a function that runs its task once fewer than `atOnce` others run. Rejects as the task does. */
export function limitConcurrency(atOnce: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    // A finished task passes its slot on, so that no other task takes it in between.
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
