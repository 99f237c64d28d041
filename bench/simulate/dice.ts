// Random numbers from a seed, so that a simulated day can be repeated.

export type Dice = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** Number of events where `mean` are expected. */
  count(mean: number): number;
  /** An exponential time with this mean. */
  span(mean: number): number;
};

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    count(mean) {
      const least = Math.exp(-mean);
      let [count, product] = [0, next()];
      while (product > least) {
        count++;
        product *= next();
      }
      return count;
    },
    span: (mean) => -mean * Math.log(1 - next()),
  };
}
