// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pollFallback, type PollFallback } from "./poll-fallback.ts";

let asked: number;
let fallback: PollFallback;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  fallback = pollFallback(() => (asked += 1));
  fallback.setLine(false);
});
afterEach(() => {
  fallback.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("[S270] is asked for every 30 s while the line is down, and not while it is open", () => {
  vi.advanceTimersByTime(29_999);
  expect(asked).toBe(0);
  vi.advanceTimersByTime(1);
  expect(asked).toBe(1);
  fallback.setLine(false);
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(3);
  fallback.setLine(true);
  vi.advanceTimersByTime(300_000);
  expect(asked).toBe(3);
  fallback.setLine(false);
  vi.advanceTimersByTime(30_000);
  expect(asked).toBe(4);
});

it("is not asked for while nobody looks or there is no network, nor after the end", () => {
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  vi.advanceTimersByTime(60_000);
  seen.mockReturnValue("visible");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.advanceTimersByTime(60_000);
  vi.restoreAllMocks();
  fallback.stop();
  // The line reports its end after that.
  fallback.setLine(false);
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(0);
});
