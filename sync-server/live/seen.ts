// What people have on the screen calls their notices off. A phone says it as often as it likes, in frames that cost it nothing; the
// database is asked no more often than it answers. What is forgotten here costs a notice of something seen.

/** Ids of one person that wait while they are being looked after; the oldest make room. */
const MOST_IDS = 500;
/** People who wait; who has waited longest makes room. */
const MOST_PEOPLE = 1000;
/** People looked after at once: a part of the process's connections. */
const MOST_AT_ONCE = 4;

type Work = (userId: string, ids: readonly string[]) => Promise<void>;

/** Calls `work` for what it is told: one call a person at a time, what comes meanwhile goes together into the next one. */
export function gatherSeen(
  work: Work,
  fault: (error: unknown) => void,
): (userId: string, ids: readonly string[]) => void {
  const busy = new Set<string>();
  const waiting = new Map<string, Set<string>>();

  function runNext(): void {
    for (const [userId, ids] of waiting) {
      if (busy.size >= MOST_AT_ONCE) return;
      if (busy.has(userId)) continue;
      waiting.delete(userId);
      busy.add(userId);
      void work(userId, [...ids])
        .catch(fault)
        .finally(() => {
          busy.delete(userId);
          runNext();
        });
    }
  }

  return (userId, ids) => {
    if (ids.length === 0) return;
    const kept = waiting.get(userId) ?? new Set();
    waiting.set(userId, kept);
    for (const id of ids) kept.add(id);
    shorten(kept, MOST_IDS);
    shorten(waiting, MOST_PEOPLE);
    runNext();
  };
}

/** Keeps what was added last. */
function shorten(all: Set<string> | Map<string, unknown>, most: number): void {
  for (const key of all.keys()) {
    if (all.size <= most) return;
    all.delete(key);
  }
}
