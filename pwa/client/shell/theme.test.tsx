// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTheme } from "./theme.ts";

let tellSystem: () => void;
let system: { matches: boolean };

beforeEach(() => {
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
});

it("is swapped and saved", () => {
  const { result } = renderHook(useTheme);
  expect(result.current[0]).toBe("light");
  act(() => result.current[1]());
  expect(result.current[0]).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  act(() => result.current[1]());
  expect(localStorage.getItem("theme")).toBe("light");
});

it("goes with the system until somebody chooses", () => {
  const { result } = renderHook(useTheme);
  system.matches = true;
  act(() => tellSystem());
  expect(result.current[0]).toBe("dark");
  act(() => result.current[1]());
  act(() => tellSystem());
  expect(result.current[0]).toBe("light");
});
