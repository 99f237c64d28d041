// Computes retry delays with jitter, from 1 s to a limit, never below the server's `Retry-After`.

const FIRST_MS = 1_000;
/**
 * Nobody tells a phone that a fault has ended: a request may have hung for 15 s by then, and 30 s after the end all is sent (R12).
 * Full jitter spreads a crowd of phones over the whole pause. A busy server asks for longer ones by `Retry-After`.
 */
const LONGEST_MS = 10_000;
const LONGEST_LANE_MS = 20_000;

/** Milliseconds to wait after `failures` failures in a row (1 or more). */
export function backoffMs(failures: number, random: () => number, retryAfterMs = 0): number {
  return Math.max(Math.ceil(random() * grown(failures, LONGEST_MS)), retryAfterMs, 1);
}

/**
 * Backoff of a stopped lane: half fixed, half random.
 * Eight internal errors park an entry, so they span at least half a minute. A short server failure parks nothing.
 */
function laneBackoffMs(tries: number, random: () => number, retryAfterMs = 0): number {
  return Math.max(Math.ceil(((1 + random()) / 2) * grown(tries, LONGEST_LANE_MS)), retryAfterMs);
}

function grown(times: number, longestMs: number): number {
  return Math.min(longestMs, FIRST_MS * 2 ** Math.min(times - 1, 20));
}

/**
 * Lanes whose last answer was `retry`: each backs off alone and is probed with its first entry.
 * `now` is a monotonic clock.
 */
export class LaneBackoff {
  private readonly lanes = new Map<string, { tries: number; notBefore: number }>();
  private readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  stateAt(lane: string, now: number): "free" | "probe" | "rest" {
    const held = this.lanes.get(lane);
    if (!held) return "free";
    return now >= held.notBefore ? "probe" : "rest";
  }

  stopped(lane: string, now: number, retryAfterMs: number | undefined): void {
    const tries = (this.lanes.get(lane)?.tries ?? 0) + 1;
    this.lanes.set(lane, { tries, notBefore: now + laneBackoffMs(tries, this.random, retryAfterMs) });
  }

  moved(lane: string): void {
    this.lanes.delete(lane);
  }

  /** The network or the live line is back: every lane may be probed at once. */
  end(): void {
    for (const held of this.lanes.values()) held.notBefore = 0;
  }

  /** Returns when the first resting lane may be probed, or null. */
  next(now: number): number | null {
    let earliest: number | null = null;
    for (const { notBefore } of this.lanes.values()) {
      if (notBefore > now && (earliest === null || notBefore < earliest)) earliest = notBefore;
    }
    return earliest;
  }
}
