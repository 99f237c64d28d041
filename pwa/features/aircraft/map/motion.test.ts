import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Motion } from "./motion.ts";
import type { View } from "./map-view.ts";

const start: View = { x: -50, y: -500, scale: 2 };
let isCalm: boolean;
let shown: View[];
let rests: { scale: number; byUser: boolean }[];

function moving(): Motion {
  const motion = new Motion(start, {
    onFrame: (view) => shown.push(view),
    onStill: () => {},
    onRest: ({ scale }, byUser) => rests.push({ scale, byUser }),
  });
  motion.resize({ width: 800, height: 600 });
  return motion;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => setTimeout(() => run(performance.now()), 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  [isCalm, shown, rests] = [false, [], []];
  vi.stubGlobal("matchMedia", () => ({ matches: isCalm }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("[S676] zooms in 240 ms, twice for two presses, also when an arrow follows at once", () => {
  const motion = moving();
  motion.zoom(2);
  motion.zoom(2);
  motion.pan(64, 0);
  vi.advanceTimersByTime(100);
  expect(motion.view.scale).toBeGreaterThan(2);
  expect(motion.view.scale).toBeLessThan(8);
  vi.advanceTimersByTime(1000);
  expect(motion.view).toEqual({ x: -50 - 64 / 8, y: -500, scale: 8 });
  expect(rests).toEqual([{ scale: 8, byUser: true }]);
});

it("[S677] jumps for readers who want less motion", () => {
  isCalm = true;
  const motion = moving();
  motion.zoom(2);
  expect(motion.view.scale).toBe(4);
  vi.advanceTimersByTime(17);
  expect(new Set(shown.map(({ scale }) => scale))).toEqual(new Set([4]));
});

it("tells a movement of the user from a fitted search, and many movements of a frame once", () => {
  const motion = moving();
  motion.jump({ ...start, scale: 3 }, false);
  vi.advanceTimersByTime(500);
  expect(rests).toEqual([{ scale: 3, byUser: false }]);
  shown = [];
  for (let step = 0; step < 10; step++) motion.pan(1, 0);
  vi.advanceTimersByTime(16);
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(rests.at(-1)).toEqual({ scale: 3, byUser: true });
});

it("a list that is refreshed does not take the user back; a new search is fitted", () => {
  const motion = moving();
  motion.fit({ ...start, scale: 3 });
  motion.zoom(2);
  motion.fit({ ...start, scale: 3 });
  vi.advanceTimersByTime(1000);
  motion.fit({ ...start, scale: 3 });
  expect(motion.view.scale).toBe(6);
  motion.release();
  motion.fit({ ...start, scale: 3 });
  expect(motion.view.scale).toBe(3);
});

it("[S1124] draws at the end of a movement one frame before it renders, and knows until then where a zoom ends", () => {
  const ends: string[] = [];
  const motion = new Motion(start, {
    onFrame: () => {},
    onStill: () => ends.push(`still ${performance.now()}`),
    onRest: () => ends.push(`rest ${performance.now()}`),
  });
  motion.resize({ width: 800, height: 600 });
  vi.advanceTimersByTime(1000);
  ends.length = 0;
  motion.zoom(1 / 2);
  expect(motion.target).toEqual({ ...start, scale: 1 });
  vi.advanceTimersByTime(1000);
  expect(motion.target).toBeNull();
  const [still, rest] = ends.map((end) => Number(end.split(" ")[1]));
  expect(ends.map((end) => end.split(" ")[0])).toEqual(["still", "rest"]);
  expect(rest! - still!).toBe(16);
});

it("[S1125] does not end while it goes on, also in the frame between drawing and rendering", () => {
  let stills = 0;
  const motion = new Motion(start, {
    onFrame: () => {},
    onStill: () => {
      if (stills++ === 0) motion.pan(10, 0);
    },
    onRest: ({ scale }, byUser) => rests.push({ scale, byUser }),
  });
  motion.resize({ width: 800, height: 600 });
  vi.advanceTimersByTime(1000);
  expect([stills, rests]).toEqual([2, [{ scale: 2, byUser: true }]]);
});
