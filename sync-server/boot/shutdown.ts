// Registers the stop of each started part. A supervisor kills after ten seconds, so a shutdown takes less.
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

type Close = () => Promise<unknown> | void;

export type Shutdown = {
  /**
   * Registers the stop of one part, which has `withinMs` to end. After the shutdown has begun, a new part stops at once.
   * A `last` part has its time reserved: the others may not use it up.
   */
  add(name: string, close: Close, how?: { withinMs?: number; last?: boolean }): void;
  /** Stops all parts in reverse order, even if some fail or hang. Safe to call twice. */
  end(): Promise<void>;
  /** Aborts when the shutdown begins, so that a running start gives up. */
  signal: AbortSignal;
};

/** After this time the shutdown abandons all parts except the `last` ones. */
const OTHERS_MS = 5500;
const PART_MS = 1000;
/** Every part gets at least this time to begin its stop. */
const GRACE_MS = 50;

type Part = { name: string; close: Close; withinMs: number; last: boolean };

/** @param failed called for each part that failed to stop, or did not stop in time */
export function createShutdown(failed: (name: string, error: unknown) => void = () => {}): Shutdown {
  const parts: Part[] = [];
  const ending = new AbortController();
  let endsAt = Infinity;
  let ended: Promise<void> | undefined;

  async function endPart({ name, close, withinMs, last }: Part): Promise<void> {
    const left = last ? withinMs : Math.max(GRACE_MS, Math.min(withinMs, endsAt - performance.now()));
    const clock = new AbortController();
    const late = delay(left, "late" as const, { signal: clock.signal });
    // Aborting the timer rejects its promise, which nothing awaits then.
    late.catch(() => {});
    try {
      const first = await Promise.race([Promise.resolve(close()), late]);
      if (first === "late") failed(name, new Error(`it did not stop within ${Math.round(left)} ms`));
    } catch (error) {
      failed(name, error);
    } finally {
      clock.abort();
    }
  }

  async function endAll(): Promise<void> {
    // A running start may add parts meanwhile; they are stopped next.
    for (let part = parts.pop(); part; part = parts.pop()) await endPart(part);
  }

  return {
    add(name, close, { withinMs = PART_MS, last = false } = {}) {
      parts.push({ name, close, withinMs, last });
      if (ended) ended = ended.then(endAll);
    },
    end() {
      if (ended) return ended;
      endsAt = performance.now() + OTHERS_MS;
      ending.abort();
      ended = endAll();
      return ended;
    },
    signal: ending.signal,
  };
}

/** Logs a part that fails to stop; the others still stop. */
export function reportTo(log: Logger): (part: string, error: unknown) => void {
  return (part, err) => log.error({ err, part }, "a part of the server did not stop cleanly");
}
