import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchLoopDelay } from "./loop-delay.ts";

let now = 0;

beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Runs the timer once, `ms` after the last time. */
function fireAfter(ms: number): void {
  now += ms;
  vi.advanceTimersByTime(20);
}

it("reports a delay after three late samples in a row", () => {
  const loop = watchLoopDelay();
  for (let look = 0; look < 5; look++) fireAfter(20);
  expect(loop.lasting()).toBe(0);
  fireAfter(520);
  expect(loop.lasting()).toBe(0);
  for (let look = 0; look < 2; look++) fireAfter(320);
  expect(loop.lasting()).toBe(300);
  fireAfter(20);
  expect(loop.lasting()).toBe(0);
  loop.stop();
  expect(vi.getTimerCount()).toBe(0);
});
