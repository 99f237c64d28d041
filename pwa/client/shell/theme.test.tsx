// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as theme from "./theme.ts";

let useTheme: typeof theme.useTheme;
let onSystemChange: () => void;
let system: { matches: boolean };

beforeEach(async () => {
  // A new page: the module's state is reset.
  vi.resetModules();
  ({ useTheme } = await import("./theme.ts"));
  localStorage.clear();
  document.documentElement.dataset["theme"] = "light";
  system = { matches: false };
  const listening = {
    addEventListener: (_: string, listener: () => void) => void (onSystemChange = listener),
    removeEventListener: () => undefined,
  };
  vi.stubGlobal("matchMedia", () => Object.assign(system, listening));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("[S021] toggles and is saved", () => {
  const { result } = renderHook(() => useTheme());
  expect(result.current[0]).toBe("light");
  act(() => result.current[1]());
  expect(result.current[0]).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  act(() => result.current[1]());
  expect(localStorage.getItem("theme")).toBe("light");
});

it("[S020] follows the system until the user chooses", () => {
  const { result } = renderHook(() => useTheme());
  system.matches = true;
  act(() => onSystemChange());
  expect(result.current[0]).toBe("dark");
  act(() => result.current[1]());
  act(() => onSystemChange());
  expect(result.current[0]).toBe("light");
});

it("follows a system change that happened while the page was loading", () => {
  system.matches = true;
  const { result, unmount } = renderHook(() => useTheme());
  expect([result.current[0], document.documentElement.dataset["theme"]]).toEqual(["dark", "dark"]);
  // Blocked storage keeps no choice, and a new control must not revert it.
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Closed.", "SecurityError");
  });
  act(() => result.current[1]());
  unmount();
  expect(renderHook(() => useTheme()).result.current[0]).toBe("light");
});

it("follows a choice that another tab saved while the page was loading", () => {
  localStorage.setItem("theme", "dark");
  expect(renderHook(() => useTheme()).result.current[0]).toBe("dark");
});
