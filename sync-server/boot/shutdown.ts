// What has been started, and how each part of it stops. A supervisor kills after ten seconds, so the whole has less than that.
import { setTimeout as delay } from "node:timers/promises";

type Close = () => Promise<unknown> | void;

export type Shutdown = {
  /**
   * Registers the stop of one part, which has `withinMs` to end. Once the stop has begun, a part that is added is stopped at once.
   * A `last` part has its time reserved: the others may not use it up.
   */
  add(name: string, close: Close, how?: { withinMs?: number; last?: boolean }): void;
  /** Stops all parts, the last one started first, whichever of them fails or hangs. Safe to call twice. */
  end(): Promise<void>;
  /** Aborts when the stop begins, so that a start under way gives up. */
  signal: AbortSignal;
};

/** Everything but the `last` parts is left behind after this time. */
const OTHERS_MS = 5500;
const PART_MS = 1000;
/** A part whose turn comes too late still gets a moment to begin its stop. */
const MOMENT_MS = 50;

type Part = { name: string; close: Close; withinMs: number; last: boolean };

/** @param failed called for each part that failed to stop, or did not stop in time */
export function createShutdown(failed: (name: string, error: unknown) => void = () => {}): Shutdown {
  const parts: Part[] = [];
  const ending = new AbortController();
  let endsAt = Infinity;
  let ended: Promise<void> | undefined;

  async function endPart({ name, close, withinMs, last }: Part): Promise<void> {
    const left = last ? withinMs : Math.max(MOMENT_MS, Math.min(withinMs, endsAt - performance.now()));
    const clock = new AbortController();
    const late = delay(left, "late" as const, { signal: clock.signal });
    // The clock that is called off rejects; nobody waits for it then.
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
    // A part that a start under way adds meanwhile comes to the end of the list and is next.
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
