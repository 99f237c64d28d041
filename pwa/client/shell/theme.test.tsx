// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as theme from "./theme.ts";

let useTheme: typeof theme.useTheme;
let tellSystem: () => void;
let system: { matches: boolean };

beforeEach(async () => {
  // A page that has just been opened.
  vi.resetModules();
  ({ useTheme } = await import("./theme.ts"));
  localStorage.clear();
  document.documentElement.dataset["theme"] = "light";
  system = { matches: false };
  const listening = {
    addEventListener: (_: string, tell: () => void) => void (tellSystem = tell),
    removeEventListener: () => undefined,
  };
  vi.stubGlobal("matchMedia", () => Object.assign(system, listening));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("[S021] is swapped and saved", () => {
  const { result } = renderHook(() => useTheme());
  expect(result.current[0]).toBe("light");
  act(() => result.current[1]());
  expect(result.current[0]).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  act(() => result.current[1]());
  expect(localStorage.getItem("theme")).toBe("light");
});

it("[S020] goes with the system until somebody chooses", () => {
  const { result } = renderHook(() => useTheme());
  system.matches = true;
  act(() => tellSystem());
  expect(result.current[0]).toBe("dark");
  act(() => result.current[1]());
  act(() => tellSystem());
  expect(result.current[0]).toBe("light");
});

it("shows what the system changed while the page was loading", () => {
  system.matches = true;
  const { result, unmount } = renderHook(() => useTheme());
  expect([result.current[0], document.documentElement.dataset["theme"]]).toEqual(["dark", "dark"]);
  // Storage that is closed keeps no choice: a control drawn anew does not undo it.
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Closed.", "SecurityError");
  });
  act(() => result.current[1]());
  unmount();
  expect(renderHook(() => useTheme()).result.current[0]).toBe("light");
});

it("shows what another tab saved while the page was loading", () => {
  localStorage.setItem("theme", "dark");
  expect(renderHook(() => useTheme()).result.current[0]).toBe("dark");
});
