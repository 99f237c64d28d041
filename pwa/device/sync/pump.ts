// Decides when to flush: triggers, backoff and timers. One flush at a time here, and one per user where locks exist.
import { backoffMs, type LaneBackoff } from "./backoff.ts";
import type { FlushEnd } from "./flush.ts";
import type { Random, Clock, Locks } from "./ports.ts";

/** Longest delay between tries while something waits, in ms. */
const WAITING_MS = 30_000;
/** Delay before another try when another tab or the worker is flushing, in ms. */
const LOCKED_MS = 700;

/**
 * `queue`: something was queued. `timer`, `visible`, `push`, `sync`, `behind`, `misfit` (a batch that did not follow).
 * `start`, `online`, `line-open` and `person` («Try again», «Send now») end every backoff.
 */
export type Trigger =
  "queue" | "timer" | "visible" | "push" | "sync" | "behind" | "misfit" | "start" | "online" | "line-open" | "person";

const endsBackoff: ReadonlySet<Trigger> = new Set(["start", "online", "line-open", "person"]);
/** Without any network these wait for one of the others: what no request has carried can still be changed or dropped. */
const needsNetwork: ReadonlySet<Trigger> = new Set(["queue", "timer", "visible", "start", "misfit", "behind"]);
/** These poll for changes even when nothing waits to be sent. */
const pulls: ReadonlySet<Trigger> = new Set(["visible", "push", "behind", "misfit", "start", "online"]);

export type PumpStatus = {
  isFlushing: boolean;
  /** In a row; shown to the person from 3 on. */
  failures: number;
  /** Milliseconds since 1970 of the next try, or null when none is planned. */
  nextTryAt: number | null;
  /** The server has answered since the start, so the screen shows more than stored data. */
  hasSynced: boolean;
};

export type PumpPorts = {
  lockName: string;
  locks: Locks;
  clock: Clock;
  chance: Random;
  lanes: LaneBackoff;
  /** Whether the device itself says that there is no network at all. */
  isOffline?: (() => boolean) | undefined;
  flush(pull: boolean): Promise<FlushEnd>;
  /** Whether anything is left that a flush could send, now or later. */
  hasWaiting(): Promise<boolean>;
  changed(status: PumpStatus): void;
  /** The flush ended for good: signed out, too old, closed, or the store broke. */
  ended(end: "signed-out" | "upgrade" | "stopped" | { fault: unknown }): void;
};

export class Pump {
  private readonly ports: PumpPorts;
  private running: Promise<void> | null = null;
  private again: { pull: boolean; endsBackoff: boolean } | null = null;
  private owesPull = false;
  private failures = 0;
  private hasSynced = false;
  private notBefore = 0;
  private timer: { at: number; cancel: () => void } | null = null;
  private isClosed = false;

  constructor(ports: PumpPorts) {
    this.ports = ports;
  }

  get isFlushing(): boolean {
    return this.running !== null;
  }

  get status(): PumpStatus {
    const { clock } = this.ports;
    const nextTryAt = this.timer ? clock.now() + this.timer.at - clock.elapsed() : null;
    return { isFlushing: this.isFlushing, failures: this.failures, nextTryAt, hasSynced: this.hasSynced };
  }

  /** Resolves when the flush that this caused, or that was under way, has ended. Never rejects. */
  async trigger(why: Trigger): Promise<void> {
    if (this.isClosed) return;
    if (endsBackoff.has(why)) {
      this.notBefore = 0;
      this.ports.lanes.end();
    }
    const pull = pulls.has(why);
    if (needsNetwork.has(why) && this.ports.isOffline?.()) {
      this.owesPull ||= pull;
      await this.running;
      return;
    }
    if (this.running) {
      this.again = {
        pull: pull || this.again?.pull === true,
        endsBackoff: endsBackoff.has(why) || this.again?.endsBackoff === true,
      };
      return await this.running;
    }
    this.owesPull ||= pull;
    if (this.ports.clock.elapsed() < this.notBefore) {
      // A browser's timer may fire a little early: the try it was set for is still to come.
      if (!this.timer) this.plan(this.notBefore);
      return;
    }
    this.running = this.run();
    await this.running;
  }

  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
    this.timer = null;
  }

  private async run(): Promise<void> {
    const { ports } = this;
    ports.changed(this.status);
    let end: FlushEnd | undefined;
    try {
      do {
        if (this.again?.pull) this.owesPull = true;
        // The answer that came meanwhile may have made lanes rest.
        if (this.again?.endsBackoff) ports.lanes.end();
        this.again = null;
        this.plan(null);
        end = await ports.locks.ifFree(ports.lockName, () => ports.flush(this.owesPull));
        if (end?.end === "done") this.owesPull = false;
        // Reading the outbox takes time too, so triggers in between count as well.
        if (!this.mustGoAgain(end)) await this.after(end);
      } while (this.mustGoAgain(end));
    } catch (fault) {
      ports.ended({ fault });
    } finally {
      this.running = null;
      // The next flush serves polls requested while this one failed, or while another tab held the lock.
      this.owesPull ||= this.again?.pull === true;
      this.again = null;
      if (!this.isClosed) ports.changed(this.status);
    }
  }

  /** A trigger came while the flush ran. */
  private mustGoAgain(end: FlushEnd | undefined): boolean {
    if (this.again === null || this.isClosed) return false;
    return end?.end === "done" || (end?.end === "failed" && this.again.endsBackoff);
  }

  private async after(end: FlushEnd | undefined): Promise<void> {
    const { clock, chance, lanes } = this.ports;
    if (this.isClosed) return;
    if (end === undefined) {
      this.plan(clock.elapsed() + LOCKED_MS * (0.5 + chance.random()));
      return;
    }
    if (end.end === "failed") {
      this.failures++;
      this.notBefore = clock.elapsed() + backoffMs(this.failures, () => chance.random(), end.retryAfterMs);
      this.plan(this.notBefore);
      return;
    }
    this.failures = 0;
    this.notBefore = 0;
    if (end.end !== "done") {
      this.ports.ended(end.end);
      return;
    }
    // The first flush asks even with nothing to send.
    this.hasSynced = true;
    if (end.hasWaiting ?? (await this.ports.hasWaiting())) {
      const soonest = clock.elapsed() + WAITING_MS;
      this.plan(Math.max(Math.min(lanes.next(clock.elapsed()) ?? soonest, soonest), clock.elapsed() + 1));
    }
  }

  private plan(at: number | null): void {
    this.timer?.cancel();
    this.timer = null;
    if (at === null || this.isClosed) return;
    const cancel = this.ports.clock.after(at - this.ports.clock.elapsed(), () => {
      this.timer = null;
      void this.trigger("timer");
    });
    this.timer = { at, cancel };
  }
}
