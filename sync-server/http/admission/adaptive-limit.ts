// How many requests may run: fewer while the process is late, more again when it is on time.

/** A process that stays later than this has more work than time. */
const MOST_DELAY_MS = 250;
/** Part of the limit that is left after a late measurement. */
const KEPT = 0.9;
/** Added after a measurement in time. */
const GROWTH = 2;
/** A late process keeps at most so many more than what runs, so that its first late measurement refuses something. */
const ROOM = 8;
/** Part of the highest limit that is kept at any delay, or a machine busy with other work would answer nobody. */
const LEAST_PART = 1 / 100;
/** So many run for one address at any time. */
const FEW = 8;

export type AdaptiveLimit = {
  /** Most requests that may run now. */
  current(): number;
  /** Most of them from one address: half, but always a few. */
  perAddress(): number;
  /** Takes a measurement: milliseconds the process is late, and how many requests run. */
  adjust(delay: number, running: number): void;
};

/** Additive increase, multiplicative decrease: refusals get the time they need, answers get the rest. */
export function createAdaptiveLimit(most: number): AdaptiveLimit {
  const least = Math.max(1, Math.round(most * LEAST_PART));
  let current = most;
  return {
    current: () => current,
    perAddress: () => Math.max(current / 2, Math.min(FEW, most / 2)),
    adjust(delay, running) {
      const isLate = delay > MOST_DELAY_MS;
      const wanted = isLate ? Math.floor(Math.min(current, running + ROOM) * KEPT) : current + GROWTH;
      current = Math.min(most, Math.max(least, wanted));
    },
  };
}
