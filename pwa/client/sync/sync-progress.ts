// Computes the sync pill from the outbox. An entry that is sent within a second is not shown.
import type { PersonStore } from "../../device/store/person-store.ts";
import { deviceClock } from "../../device/person/device-ports.ts";
import type { ShownRows } from "../../device/person/shown-rows.ts";
import type { Entry } from "../../device/sync/entry.ts";
import type { Clock } from "../../device/sync/ports.ts";
import type { PumpStatus } from "../../device/sync/pump.ts";
import { isOnline } from "../api/online.ts";
import { noProgress, useProgress } from "./sync-status.ts";
import { isQuiet } from "./queue-flags.ts";

/** Milliseconds something may wait before it is shown as waiting; without a network it is shown at once. */
const SOON = 1_000;
/** Milliseconds for which the pill shows that everything was sent. */
const SAY_SENT = 3_000;

const idle = { kind: "idle", waiting: 0, failed: 0, sending: undefined } as const;
/** Failures in a row from which the pill shows trouble. */
const MANY_FAILURES = 3;

/** Stores the engine's status for the pill. */
export function noteStatus({ failures, nextTryAt, hasSynced }: PumpStatus): void {
  useProgress.setState({ hasSynced, trouble: failures >= MANY_FAILURES ? { nextTryAt } : null });
}

/** Follows the outbox. Returns a function that stops and empties the pill. */
export function followProgress(shown: ShownRows, store: PersonStore): () => void {
  // Whether each of these reached the server, as against having been discarded.
  const wereSettled = (ids: readonly string[]) => store.writeOutbox((tx) => tx.wereSettled(ids));
  const progress = new Progress(wereSettled, deviceClock);
  const stop = shown.outbox(({ entries }) => progress.see(entries));
  return () => {
    stop();
    progress.end();
  };
}

const nothing = () => undefined;

export class Progress {
  readonly #wereSettled: (ids: readonly string[]) => Promise<boolean>;
  readonly #clock: Pick<Clock, "after">;
  #entries: readonly Entry[] = [];
  #waitingIds: string[] = [];
  /** How many there were since nothing waited last. */
  #most = 0;
  #isLate = false;
  #cancelLate: () => void = nothing;
  #cancelSent: () => void = nothing;
  #isEnded = false;

  constructor(wereSettled: (ids: readonly string[]) => Promise<boolean>, clock: Pick<Clock, "after">) {
    this.#wereSettled = wereSettled;
    this.#clock = clock;
  }

  /** Called with the whole outbox after every change of it. */
  see(outbox: readonly Entry[]): void {
    if (this.#isEnded) return;
    const entries = outbox.filter((entry) => !isQuiet(entry));
    const before = this.#waitingIds;
    this.#entries = entries;
    this.#waitingIds = entries.filter(({ state }) => state !== "attention").map(({ id }) => id);
    const count = this.#waitingIds.length;
    // An entry that will be sent within a second still counts as unsent.
    if (count > 0) this.#endSent();
    if (count > 0 && before.length === 0) {
      this.#isLate = !isOnline();
      this.#cancelLate();
      this.#cancelLate = this.#clock.after(SOON, () => {
        this.#isLate = true;
        this.#show();
      });
    }
    if (count > 0 && !isOnline()) this.#isLate = true;
    this.#most = count === 0 ? 0 : Math.max(this.#most, count);
    if (count === 0 && before.length > 0) {
      this.#cancelLate();
      if (this.#isLate) void this.#maySaySent(before);
      this.#isLate = false;
    }
    this.#show();
  }

  end(): void {
    this.#isEnded = true;
    this.#cancelLate();
    this.#cancelSent();
    useProgress.setState(noProgress);
  }

  #show(): void {
    const waiting = this.#waitingIds.length;
    const failed = this.#entries.length - waiting;
    const isSending = this.#entries.some(({ state }) => state === "sending");
    const sending: [number, number] = [this.#most - waiting + 1, this.#most];
    const busy = waiting > 0 && this.#isLate ? (isSending ? "sending" : "waiting") : "idle";
    const kind = busy === "sending" ? busy : failed > 0 ? "failed" : busy;
    if (kind === "idle" && useProgress.getState().kind === "sent") return;
    useProgress.setState({ kind, waiting, failed, sending: kind === "sending" ? sending : undefined });
  }

  async #maySaySent(ids: readonly string[]): Promise<void> {
    const isSent = await this.#wereSettled(ids).catch(() => false);
    if (!isSent || this.#isEnded || this.#entries.length > 0) return;
    this.#cancelSent();
    useProgress.setState({ ...idle, kind: "sent" });
    this.#cancelSent = this.#clock.after(SAY_SENT, () => this.#endSent());
  }

  #endSent(): void {
    this.#cancelSent();
    this.#cancelSent = nothing;
    if (useProgress.getState().kind === "sent") useProgress.setState(idle);
  }
}
