// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { install, dismissInstall, useInstallOffer, watchInstall } from "./install.ts";

const prompt = vi.fn<() => Promise<{ outcome: "accepted" | "dismissed" }>>();

beforeAll(() => watchInstall());
beforeEach(() => {
  localStorage.clear();
  dismissInstall(0);
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

it("is offered from the second visit on, once the browser allows it", () => {
  const offer = isOffered();
  expect(offer.current).toBe(false);
  browserOffers();
  expect(offer.current).toBe(true);
  cleanup();
  localStorage.setItem("visits", "1");
  expect(isOffered().current).toBe(false);
});

it("is hidden for 30 days after «Not now»", () => {
  browserOffers();
  dismissInstall(Date.now() - 29 * 86_400_000);
  expect(isOffered().current).toBe(false);
  cleanup();
  dismissInstall(Date.now() - 31 * 86_400_000);
  expect(isOffered().current).toBe(true);
});

it("disappears everywhere at once after «Not now», also without storage", () => {
  browserOffers();
  const offer = isOffered();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  expect(offer.current).toBe(true);
  act(() => dismissInstall(Date.now()));
  expect(offer.current).toBe(false);
  cleanup();
  expect(isOffered().current).toBe(false);
  full.mockRestore();
});

it("opens the browser's prompt once", async () => {
  browserOffers();
  expect(await act(() => install())).toBe(true);
  expect(await act(() => install())).toBe(false);
  expect(prompt).toHaveBeenCalledTimes(1);
});
