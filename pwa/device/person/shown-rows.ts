// What a page shows of one user's rows, live: read again after a change of the rows, or of the waiting commands that change them.
// One look at the outbox serves every answer. A command that this page has stored is laid over the rows as they were last read. One that is
// sent and answered repeats only the reads that it changes. A message of the live line shows at once in its open conversation.
import type { Batch } from "../../../shared/sync.ts";
import type { PersonStore } from "../store/person-store.ts";
import type { Engine } from "../sync/engine.ts";
import type { Entry, NewEntry } from "../sync/entry.ts";
import type { Outgoing } from "../sync/last-request.ts";
import type { ShownAnswer, ShownQuestion } from "../sync/shown-conversations.ts";

type Rows = readonly object[] | undefined;
type Watcher = {
  check(outgoing: Outgoing): void;
  queued?(entry: NewEntry, isLast: boolean): void;
  received?(rows: Batch["rows"]): void;
};

export class ShownRows {
  readonly #engine: Engine;
  readonly #store: Pick<PersonStore, "watch">;
  readonly #watchers = new Set<Watcher>();
  readonly #stop: () => void;
  #outgoing: Outgoing | undefined;

  constructor(engine: Engine, store: Pick<PersonStore, "watch">) {
    this.#engine = engine;
    this.#store = store;
    this.#stop = store.watch(
      () => engine.outgoing(),
      (outgoing) => {
        this.#outgoing = outgoing;
        for (const watcher of [...this.#watchers]) watcher.check(outgoing);
      },
    );
  }

  /** A command was stored: shows what it changes, without waiting for the look at the outbox. `isLast`: see `EngineEvents`. */
  queued(entry: NewEntry, isLast: boolean): void {
    // What was opened last is on top of the others.
    for (const watcher of [...this.#watchers].reverse()) watcher.queued?.(entry, isLast);
  }

  /** Rows of the live line were stored: shows open conversations with them, before they are read again. */
  received(rows: Batch["rows"]): void {
    for (const watcher of this.#watchers) watcher.received?.(rows);
  }

  /** The outbox and the sync state as last read; undefined before that. */
  get outgoing(): Outgoing | undefined {
    return this.#outgoing;
  }

  /** Passes on the outbox, as last read and after each change of it. Returns a function that stops. */
  outbox(next: (outgoing: Outgoing) => void): () => void {
    if (this.#outgoing) next(this.#outgoing);
    return this.#watch({ check: next });
  }

  /** Passes on the rows, now and after each change of them. Returns a function that stops. */
  rows(question: ShownQuestion, next: (rows: Rows) => void): () => void {
    const answer = new LiveAnswer(this.#engine, this.#store, question, next);
    const stop = this.#watch(answer);
    return () => {
      stop();
      answer.end();
    };
  }

  close(): void {
    this.#watchers.clear();
    this.#stop();
  }

  #watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

class LiveAnswer implements Watcher {
  readonly #ask: () => () => void;
  readonly #engine: Engine;
  readonly #question: ShownQuestion;
  readonly #next: (rows: Rows) => void;
  /** Undefined also from rows that only a read shows until that read: later ones must not show before them. */
  #last: ShownAnswer | undefined;
  /** False from the start of a read until its answer: what changes meanwhile is compared with that. */
  #isSettled = false;
  /** The outbox, if it changed during a read. */
  #during: readonly Entry[] | undefined;
  #isEnded = false;
  #stop: () => void;

  constructor(engine: Engine, store: Pick<PersonStore, "watch">, question: ShownQuestion, next: (rows: Rows) => void) {
    this.#engine = engine;
    this.#question = question;
    this.#next = next;
    const read = async () => {
      this.#isSettled = false;
      try {
        return await engine.shown(question);
      } catch (fault) {
        this.#isSettled = true;
        throw fault;
      }
    };
    this.#ask = () =>
      store.watch(read, (answer) => {
        this.#isSettled = true;
        this.#show(answer);
        const during = this.#during;
        this.#during = undefined;
        const now = during && engine.markOf(question, during);
        if (typeof now === "string" && now !== answer.mark) this.#askAgain();
      });
    this.#stop = this.#ask();
  }

  check({ entries }: Outgoing): void {
    if (!this.#isSettled) {
      this.#during = entries;
      return;
    }
    const now = this.#engine.markOf(this.#question, entries);
    // Commands that are not loaded are loaded by the read.
    if (now !== this.#last?.mark) this.#askAgain();
  }

  queued(entry: NewEntry, isLast: boolean): void {
    if (!this.#engine.changes(this.#question, entry)) return;
    const answer = isLast && this.#isSettled ? this.#last?.under(entry) : null;
    if (answer) this.#show(answer);
    else this.#askAgain();
  }

  received(rows: Batch["rows"]): void {
    const answer = this.#last?.after(rows);
    if (answer) this.#show(answer);
    else if (answer === null) this.#last = undefined;
  }

  end(): void {
    this.#isEnded = true;
    this.#stop();
  }

  #show(answer: ShownAnswer): void {
    this.#last = answer;
    this.#next(answer.rows);
  }

  #askAgain(): void {
    if (this.#isEnded) return;
    this.#stop();
    this.#isSettled = false;
    this.#stop = this.#ask();
  }
}
