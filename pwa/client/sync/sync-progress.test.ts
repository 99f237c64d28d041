// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "../../device/sync/entry.ts";
import { noProgress, useProgress } from "./sync-status.ts";
import { Progress } from "./sync-progress.ts";

/** A clock that moves only when a test advances it. */
class TestClock {
  #now = 0;
  #tasks: { at: number; run: () => void }[] = [];

  after(ms: number, run: () => void): () => void {
    const task = { at: this.#now + ms, run };
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter((one) => one !== task);
    };
  }

  pass(ms: number): void {
    this.#now += ms;
    const due = this.#tasks.filter(({ at }) => at <= this.#now);
    this.#tasks = this.#tasks.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
  }
}

let clock: TestClock;
let progress: Progress;
let isOnline: boolean;

const entry = (id: string, state: Entry["state"] = "queued"): Entry => ({
  seq: 1,
  id,
  name: "favorites.add",
  lane: "favorites",
  input: {},
  at: "2026-11-21T10:00:00.000Z",
  state,
  sent: state === "sending",
  waitsFor: [],
  accidents: 0,
});
const shown = () => useProgress.getState().kind;

beforeEach(() => {
  clock = new TestClock();
  isOnline = true;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  useProgress.setState(noProgress);
  progress = new Progress(() => Promise.resolve(true), clock);
});
afterEach(() => {
  progress.end();
  vi.restoreAllMocks();
});

/** Something waited long enough to be seen, and went. */
async function sayAllSent() {
  progress.see([entry("a")]);
  clock.pass(1_000);
  expect(shown()).toBe("waiting");
  progress.see([]);
  await vi.waitFor(() => expect(shown()).toBe("sent"));
}

describe("what the pill says", () => {
  it("stays empty for an entry that is sent within a second", () => {
    progress.see([entry("a", "sending")]);
    clock.pass(999);
    progress.see([]);
    clock.pass(60_000);
    expect(shown()).toBe("idle");
  });

  it("says for three seconds that everything went", async () => {
    await sayAllSent();
    clock.pass(2_999);
    expect(shown()).toBe("sent");
    clock.pass(1);
    expect(shown()).toBe("idle");
  });

  it("stops showing sent when something waits again, and after three seconds", async () => {
    await sayAllSent();
    clock.pass(500);
    progress.see([entry("b")]);
    expect(shown()).toBe("idle");
    progress.see([]);
    clock.pass(60_000);
    expect(shown()).toBe("idle");
  });

  it("says anew that everything went, for three whole seconds", async () => {
    await sayAllSent();
    clock.pass(2_000);
    await sayAllSent();
    clock.pass(2_999);
    expect(shown()).toBe("sent");
    clock.pass(1);
    expect(shown()).toBe("idle");
  });

  it("is at once that something waits, without a network", async () => {
    await sayAllSent();
    isOnline = false;
    progress.see([entry("b")]);
    expect(shown()).toBe("waiting");
  });

  it("is that something was refused, while that is so", async () => {
    await sayAllSent();
    progress.see([entry("b", "attention")]);
    expect(shown()).toBe("failed");
    clock.pass(60_000);
    expect(shown()).toBe("failed");
    progress.see([]);
    expect(shown()).toBe("idle");
  });
});
