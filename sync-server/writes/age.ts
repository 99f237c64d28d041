// Detects commands that may be older than the ledger. Clocks decide age only, never order or identity.

/** The ledger keeps 90 days (see housekeeping); older commands that it does not know are not run. */
const OLDEST_DAYS = 60;

const DAY_MS = 86_400_000;

/** Whether a command is too old to run unless the ledger knows it. `time` is in ms, null for an id without one. */
export function isLongAgo(time: number | null, now: number = Date.now()): boolean {
  return time !== null && time < now - OLDEST_DAYS * DAY_MS;
}
