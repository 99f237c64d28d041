// Ends each test in a page as a browser ends a page that closes: its plans, its requests and its state are gone. Without this
// they reach the next test, also that of the next file, because files share a process.
import { act } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import type * as Zustand from "zustand";
import type * as Vanilla from "zustand/vanilla";

/** A shorter timer runs out by itself; packages rely on some of them. In ms. */
const SHORT_MS = 10;
/** Turns of the event loop in which work on the device's store ends, or asks a server that never answers. */
const TURNS = 100;

type Kept = { store: Vanilla.StoreApi<unknown>; first: unknown };
const stores: Kept[] = [];

function keep<Store>(store: Store): Store {
  const kept = store as Vanilla.StoreApi<unknown>;
  stores.push({ store: kept, first: kept.getState() });
  return store;
}

vi.mock("zustand", async (original) => {
  const real = await original<typeof Zustand>();
  return { ...real, create: (...given: [never]) => keep(real.create(...given)) };
});
vi.mock("zustand/vanilla", async (original) => {
  const real = await original<typeof Vanilla>();
  return { ...real, createStore: (...given: [never]) => keep(real.createStore(...given)) };
});

const shared = globalThis as typeof globalThis & { tailhourTimers?: Set<NodeJS.Timeout> };
const timers = (shared.tailhourTimers ??= followTimers());

type Start = (...given: unknown[]) => NodeJS.Timeout;

/** Follows the timers of the process; runs once for all files. */
function followTimers(): Set<NodeJS.Timeout> {
  const running = new Set<NodeJS.Timeout>();
  const follow: ProxyHandler<Start> = {
    apply(start, own, given: unknown[]) {
      const timer = Reflect.apply(start, own, given);
      const ms = given[1];
      if (typeof ms === "number" && ms > SHORT_MS) running.add(timer);
      return timer;
    },
  };
  globalThis.setTimeout = new Proxy(setTimeout as unknown as Start, follow) as unknown as typeof setTimeout;
  globalThis.setInterval = new Proxy(setInterval as unknown as Start, follow) as unknown as typeof setInterval;
  return running;
}

const { setImmediate: turn } = globalThis;

// A test has no network but the one that it stubs.
globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));

afterEach(async () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => new Promise(() => undefined);
  for (const timer of timers) clearTimeout(timer);
  for (let n = 0; n < TURNS; n++) await new Promise((resolve) => turn(resolve));
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  act(() => {
    for (const { store, first } of stores) store.setState(first, true);
  });
  globalThis.fetch = fetch;
});
