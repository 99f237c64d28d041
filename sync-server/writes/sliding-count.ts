// Counts recent events by key, in memory. Drops keys that were quiet for a window.

/** Parts of a window: events older than the window by less than one part may still count. */
const PARTS = 12;
const MOST_KEYS = 100_000;

export type SlidingCount = {
  /** Events within the last window. */
  count(key: string): number;
  add(key: string, times: number): void;
  /** Milliseconds until the oldest counted part leaves the window. */
  msUntilFewer(key: string): number;
};

type Counted = { part: number; times: number }[];

export function slidingCount(windowMs: number, now: () => number = Date.now): SlidingCount {
  const partMs = windowMs / PARTS;
  const byKey = new Map<string, Counted>();

  function current(key: string): Counted {
    const oldest = Math.floor(now() / partMs) - PARTS;
    const left = (byKey.get(key) ?? []).filter(({ part }) => part > oldest);
    if (left.length === 0) byKey.delete(key);
    else byKey.set(key, left);
    return left;
  }

  function forgetQuiet(): void {
    for (const key of byKey.keys()) current(key);
    // Still too many: drops the oldest keys, which only forgives them some events.
    for (const key of byKey.keys()) {
      if (byKey.size <= MOST_KEYS / 2) break;
      byKey.delete(key);
    }
  }

  return {
    count: (key) => current(key).reduce((sum, { times }) => sum + times, 0),
    add(key, times) {
      const part = Math.floor(now() / partMs);
      const counted = current(key);
      const last = counted.at(-1);
      if (last?.part === part) last.times += times;
      else counted.push({ part, times });
      byKey.set(key, counted);
      if (byKey.size > MOST_KEYS) forgetQuiet();
    },
    msUntilFewer(key) {
      const oldest = current(key)[0];
      return oldest ? Math.max(1, Math.ceil((oldest.part + PARTS) * partMs - now())) : 0;
    },
  };
}
