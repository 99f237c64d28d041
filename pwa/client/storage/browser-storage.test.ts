// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceStorage, isObject, tabStorage } from "./browser-storage.ts";

type Size = { width: number };
const isSize = (value: unknown): value is Size => isObject(value) && typeof value["width"] === "number";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it("stores text and values, and removes them with null", () => {
  expect([deviceStorage.setText("a", "1"), tabStorage.setJson("b", { width: 2 })]).toEqual([true, true]);
  expect([deviceStorage.text("a"), tabStorage.json("b", isSize)]).toEqual(["1", { width: 2 }]);
  expect([deviceStorage.keys(), localStorage.getItem("b")]).toEqual([["a"], null]);
  deviceStorage.setText("a", null);
  tabStorage.setJson("b", null);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

it("reads null for a missing or broken value, and one of another version", () => {
  localStorage.setItem("broken", "{");
  localStorage.setItem("old", '{"wide":2}');
  expect(["none", "broken", "old"].map((key) => deviceStorage.json(key, isSize))).toEqual([null, null, null]);
});

it("reads null and returns false when storage is blocked", () => {
  const closed = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", new Proxy({}, { get: closed, ownKeys: closed }));
  expect([deviceStorage.text("a"), deviceStorage.json("a", isSize), deviceStorage.keys()]).toEqual([null, null, []]);
  expect([deviceStorage.setText("a", "1"), deviceStorage.setJson("a", null)]).toEqual([false, false]);
});

it("returns false when storage is full", () => {
  const setItem = () => {
    throw new DOMException("Full.", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem });
  expect(deviceStorage.setJson("a", { width: 1 })).toBe(false);
});
