// Virtual time, random numbers and events: a history runs in microseconds and repeats exactly from its seed.

/** A seeded random generator: mulberry32. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Value>(values: readonly Value[]): Value | undefined {
    return values[this.below(values.length)];
  }
}

type Event = { at: number; order: number; run: () => void };

/** Resolves when every promise that needs no input or output has settled. */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs events in the order of their virtual time; waits for all promises between two of them. */
export class Simulation {
  now: number;
  readonly dice: Dice;
  private events: Event[] = [];
  private order = 0;
  private readonly settle: () => Promise<void>;

  /** `settle` waits for everything that an event has started; without it, for all promises. */
  constructor(start: number, dice: Dice, settle: () => Promise<void> = pause) {
    this.now = start;
    this.dice = dice;
    this.settle = settle;
  }

  /** Runs `run` after `ms` of virtual time; the returned function cancels it. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { at: this.now + Math.max(0, ms), order: this.order++, run };
    const { events } = this;
    let place = events.length;
    while (place > 0 && later(events[place - 1]!, event)) place--;
    events.splice(place, 0, event);
    return () => {
      const at = events.indexOf(event);
      if (at >= 0) events.splice(at, 1);
    };
  }

  /** Runs everything due within `ms`, in order. */
  async run(ms: number): Promise<void> {
    const until = this.now + ms;
    await this.settle();
    for (;;) {
      const next = this.events[0];
      if (!next || next.at > until) break;
      this.events.shift();
      this.now = next.at;
      next.run();
      await this.settle();
    }
    this.now = until;
  }

  /** Skips a long time: due events run at its end. */
  leap(ms: number): void {
    this.now += ms;
    for (const event of this.events) event.at = Math.max(event.at, this.now);
  }
}

function later(a: Event, b: Event): boolean {
  return a.at > b.at || (a.at === b.at && a.order > b.order);
}
