// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { install, notNow, useInstallOffer, watchInstall } from "./install.ts";

const prompt = vi.fn<() => Promise<{ outcome: "accepted" | "dismissed" }>>();

beforeAll(() => watchInstall());
beforeEach(() => {
  localStorage.clear();
  notNow(0);
  localStorage.setItem("visits", "2");
  prompt.mockReset().mockResolvedValue({ outcome: "accepted" });
});
afterEach(() => {
  cleanup();
  window.dispatchEvent(new Event("appinstalled"));
});

const browserOffers = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt })));
const isOffered = () => renderHook(() => useInstallOffer()).result;

it("is offered once the browser can, from the second visit on", () => {
  const offer = isOffered();
  expect(offer.current).toBe(false);
  browserOffers();
  expect(offer.current).toBe(true);
  cleanup();
  localStorage.setItem("visits", "1");
  expect(isOffered().current).toBe(false);
});

it("stays away for 30 days after «Not now»", () => {
  browserOffers();
  notNow(Date.now() - 29 * 86_400_000);
  expect(isOffered().current).toBe(false);
  cleanup();
  notNow(Date.now() - 31 * 86_400_000);
  expect(isOffered().current).toBe(true);
});

it("goes wherever it stands as soon as «Not now» is said, also where the browser keeps nothing", () => {
  browserOffers();
  const offer = isOffered();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  expect(offer.current).toBe(true);
  act(() => notNow(Date.now()));
  expect(offer.current).toBe(false);
  cleanup();
  expect(isOffered().current).toBe(false);
  full.mockRestore();
});

it("asks the browser's question once", async () => {
  browserOffers();
  expect(await act(() => install())).toBe(true);
  expect(await act(() => install())).toBe(false);
  expect(prompt).toHaveBeenCalledTimes(1);
});
