// Commands too old for the ledger to be sure of. The clock decides age only, never order or sameness.

/** The ledger forgets after 90 days (see housekeeping); what is older than this and unknown to it is not run. */
const OLDEST_DAYS = 60;

const DAY_MS = 86_400_000;

/** Whether a command of that time (milliseconds, null for an id without one) is not run any more unless the ledger knows it. */
export function isLongAgo(time: number | null, now: number = Date.now()): boolean {
  return time !== null && time < now - OLDEST_DAYS * DAY_MS;
}
