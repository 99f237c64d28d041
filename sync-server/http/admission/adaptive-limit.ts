// Adapts the number of concurrent requests: lower while the event loop is late, higher when it is on time.

/** Above this delay the process counts as overloaded. */
const MOST_DELAY_MS = 250;
/** Factor applied to the limit after a late measurement. */
const KEPT = 0.9;
/** Added to the limit after a measurement in time. */
const GROWTH = 2;
/** Most free places that a late process keeps, so that its first late measurement already refuses requests. */
const ROOM = 8;
/** Lowest fraction of the highest limit, so that a machine busy with other work still answers some requests. */
const LEAST_PART = 1 / 100;
/** Places that one address has at any delay. */
const FEW = 8;

export type AdaptiveLimit = {
  /** Most requests that may run now. */
  current(): number;
  /** Most requests of one address that may run now: half of the limit, but at least a few. */
  perAddress(): number;
  /** Adapts the limit to a measurement: `delay` in milliseconds, `running` as the number of running requests. */
  adjust(delay: number, running: number): void;
};

/** Additive increase, multiplicative decrease: refusals get the time they need, the other requests get the rest. */
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
