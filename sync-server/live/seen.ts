// Cancels notices of messages that a user sees on screen. Batches the frames, so that the database gets one query per
// user at a time.
// An id dropped here costs one superfluous notice.

/** Most ids that wait per user; the oldest are dropped first. */
const MOST_IDS = 500;
/** Most users that wait; the longest waiting is dropped first. */
const MOST_PEOPLE = 1000;
/** Most users processed at once: a fraction of the process's connections. */
const MOST_AT_ONCE = 4;

type Work = (userId: string, ids: readonly string[]) => Promise<void>;

/** Calls `work` for one batch per user at a time; ids that arrive meanwhile form the next batch. */
export function batchSeen(
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

/** Drops the oldest entries above the limit. */
function shorten(all: Set<string> | Map<string, unknown>, most: number): void {
  for (const key of all.keys()) {
    if (all.size <= most) return;
    all.delete(key);
  }
}
