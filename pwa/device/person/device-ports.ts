// The real clock, random source and locks of a page or worker.
import { newId } from "../../../shared/kit/ids.ts";
import type { Random, Clock, Locks } from "../sync/ports.ts";

/** Browsers turn a longer timer into an immediate one. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const deviceClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

export const deviceRandom: Random = { random: () => Math.random(), id: (now) => newId(Math.max(0, now)) };

/** Tries Web Locks without waiting. Without support every caller gets the lock. */
export const deviceLocks: Locks = {
  async ifFree(name, work) {
    const locks = (navigator as { locks?: LockManager }).locks;
    if (!locks) return await work();
    return await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? await work() : undefined));
  },
};
