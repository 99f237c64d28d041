// How many requests may run: fewer while the process is late, more again when it is on time.

/** A process that stays later than this has more work than time. */
const MOST_DELAY_MS = 100;
/** Kept after a late look, of the requests that ran. */
const KEPT = 0.75;
/** Added after a look in time. */
const GROWTH = 5;
/** So many run at any delay, or a machine busy with other work would answer nobody: a part of the limit, and a few. */
const LEAST_PART = 1 / 25;
const A_FEW = 8;

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
  const least = Math.min(most, Math.max(A_FEW, Math.round(most * LEAST_PART)));
  let current = most;
  return {
    current: () => current,
    perAddress: () => Math.max(current / 2, Math.min(least, most / 2)),
    adjust(delay, running) {
      const isLate = delay > MOST_DELAY_MS;
      const wanted = isLate ? Math.floor(Math.min(current, running) * KEPT) : current + GROWTH;
      current = Math.min(most, Math.max(least, wanted));
    },
  };
}
