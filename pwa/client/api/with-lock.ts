/** One at a time over all tabs, for what ends a session. Without Web Locks every tab goes by itself. */
export async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? await locks.request("session-end", work) : await work();
}
