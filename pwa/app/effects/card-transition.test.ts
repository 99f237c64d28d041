// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cardTransition } from "./card-transition.ts";

type Transition = { change: () => void; isSkipped: boolean; finish: () => void };

/** The transitions that the page started, the oldest first. The browser has not called their change yet. */
let started: Transition[];
let shown: string[];

const card = `<article><div><img></div><h3>Husky</h3><p><span data-price="">$195</span><a href="/aircraft/a"></a></p></article>`;
const page = `<h1>Husky</h1><div role="group"><div><img></div></div><span data-price="">$195</span>`;
const show = (content: string) => (document.body.innerHTML = `<main id="main">${content}</main>`);
const open = () => {
  shown.push("page");
  show(page);
};
const named = () =>
  [...document.querySelectorAll<HTMLElement>("*")].flatMap(
    ({ style }) => style.getPropertyValue("view-transition-name") || [],
  );

beforeEach(() => {
  [started, shown] = [[], []];
  show(card);
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 200));
  Object.assign(document, {
    startViewTransition: (change: () => void) => {
      const transition: Transition = { change, isSkipped: false, finish: () => undefined };
      const finished = new Promise<void>((resolve) => (transition.finish = resolve));
      started.push(transition);
      return { ready: finished, finished, skipTransition: () => (transition.isSkipped = true) };
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "startViewTransition");
});

it("names the parts of the card, then those of the page, and nothing after the transition", async () => {
  expect(cardTransition()("/", "/aircraft/a", open)).toBe(true);
  expect([named().length, shown]).toEqual([3, []]);
  started[0]!.change();
  expect([named().sort(), shown]).toEqual([["aircraft-name", "aircraft-picture", "aircraft-price"], ["page"]]);
  started[0]!.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(named()).toEqual([]);
});

it("changes the page once and without a transition when the browser does not begin in time", () => {
  cardTransition()("/", "/aircraft/a", open);
  vi.advanceTimersByTime(300);
  started[0]!.change();
  expect([shown, started[0]!.isSkipped]).toEqual([["page"], true]);
});

it("shows a first press before a second one that came during its wait", () => {
  const transition = cardTransition();
  transition("/", "/aircraft/a", open);
  expect(transition("/aircraft/a", "/messages", () => shown.push("messages"))).toBe(true);
  started[1]!.change();
  expect([shown, started.map(({ isSkipped }) => isSkipped)]).toEqual([
    ["page", "messages"],
    [true, true],
  ]);
});

it("leaves the change to the router without support, in a hidden tab, with reduced motion, and without the card", () => {
  const changes = () => cardTransition()("/", "/aircraft/a", open);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(changes()).toBe(false);
  vi.unstubAllGlobals();
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  expect(changes()).toBe(false);
  vi.mocked(HTMLElement.prototype.getBoundingClientRect).mockReturnValue(new DOMRect(0, 5000, 300, 200));
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  expect(changes()).toBe(false);
  vi.mocked(HTMLElement.prototype.getBoundingClientRect).mockReturnValue(new DOMRect(0, 0, 300, 200));
  Reflect.deleteProperty(document, "startViewTransition");
  expect(changes()).toBe(false);
  expect([named(), shown]).toEqual([[], []]);
});
