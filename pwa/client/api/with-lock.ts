/** Runs the end of a session in one tab at a time. Without Web Locks the tabs do not wait for each other. */
export async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? await locks.request("session-end", work) : await work();
}
