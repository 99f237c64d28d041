// When to try again: full jitter, from 1 s to 5 min, never sooner than the server asked.

const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/** Milliseconds to wait after `failures` failures in a row (1 or more). */
export function backoffMs(failures: number, random: () => number, retryAfterMs = 0): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(Math.ceil(random() * most), retryAfterMs, 1);
}

/**
 * Lanes whose last answer was `retry`: each backs off by itself and is probed with its first entry alone. `now` is a
 * clock that never goes back.
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
    this.lanes.set(lane, { tries, notBefore: now + backoffMs(tries, this.random, retryAfterMs) });
  }

  moved(lane: string): void {
    this.lanes.delete(lane);
  }

  /** The network or the live line came back: every lane may be probed at once. */
  end(): void {
    for (const held of this.lanes.values()) held.notBefore = 0;
  }

  /** When the first resting lane may be probed, or null. */
  next(now: number): number | null {
    let earliest: number | null = null;
    for (const { notBefore } of this.lanes.values()) {
      if (notBefore > now && (earliest === null || notBefore < earliest)) earliest = notBefore;
    }
    return earliest;
  }
}
