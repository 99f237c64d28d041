// What the benchmarks watch in a page: long tasks, layout shifts, and when cards or a change are painted.
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { count, nameless } from "./keeping.ts";

/** As many cards as Home shows first; the window of `tallScreen` shows all of them. */
export const CARDS = 24;
export const tallScreen = { width: 1440, height: 3600 };

export type Watched = {
  /** Milliseconds of each task over 50 ms. */
  longTasks: number[];
  /** Layout shifts without an input before them. */
  shifts: number[];
  /** When the cards were painted, in milliseconds since the navigation. */
  cardsAt: number | undefined;
};

declare const watched: Watched;
declare const paintedWhen: (isDone: () => boolean) => Promise<number>;
/** The middle of the last element with this text in view, once it rests; without one, brings the last shown one into view. */
declare const spotOf: (selector: string, text: string) => Promise<{ x: number; y: number }>;

/** Watches every page that the context opens from now on. */
export async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: nameless });
  await context.addInitScript(watchPage, CARDS);
}

export const watchedIn = (page: Page): Promise<Watched> => page.evaluate(() => watched);

/** Opens Home and waits until it counts the whole catalogue: a filter waits for that too. */
export async function openHome(context: BrowserContext, url: string, size: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction((text) => document.body.innerText.includes(text), `${count(size)} aircraft available`);
  await page.getByRole("checkbox", { name: /Jet/ }).waitFor();
  return page;
}

/** Milliseconds from the navigation to the painted cards. */
export async function cardsPainted(page: Page): Promise<number> {
  await page.waitForFunction(() => watched.cardsAt !== undefined);
  return page.evaluate(() => watched.cardsAt ?? NaN);
}

/** Runs in every page before its code. */
function watchPage(cards: number): void {
  const noted: Watched = { longTasks: [], shifts: [], cardsAt: undefined };
  /** Resolves with the time of the painted frame in which `isDone` holds; it looks after each change of the document. */
  const painted = (isDone: () => boolean) =>
    new Promise<number>((resolve) => {
      const afterPaint = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      };
      const look = () => {
        if (!isDone()) return;
        observer.disconnect();
        requestAnimationFrame(afterPaint);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      look();
    });
  const spot = async (selector: string, text: string) => {
    const middleOf = (one: Element) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    // Outside of the view there is no element at the point; a header or the tabs may cover one inside.
    const isReached = (one: Element) => {
      const { x, y } = middleOf(one);
      const top = document.elementFromPoint(x, y);
      return top !== null && (one.contains(top) || top.contains(one));
    };
    const find = () => {
      const all = [...document.querySelectorAll(selector)].filter(
        (one) => one.textContent?.includes(text) && one.getClientRects().length > 0,
      );
      // A list without an end draws its next part when its last one comes into view.
      return all.findLast(isReached) ?? all.at(-1);
    };
    for (let before = { x: NaN, y: NaN }; ;) {
      while (!find()) await painted(() => find() !== undefined);
      const found = find()!;
      const now = middleOf(found);
      if (!isReached(found)) found.scrollIntoView({ block: "center", behavior: "instant" });
      else if (now.x === before.x && now.y === before.y) return now;
      before = now;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  };
  Object.assign(globalThis, { watched: noted, paintedWhen: painted, spotOf: spot });
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Entry[]) if (!hadRecentInput) noted.shifts.push(value);
  }).observe({ type: "layout-shift", buffered: true });
  void painted(() => document.querySelectorAll("article").length >= cards).then((at) => (noted.cardsAt = at));
}

/**
 * Taps the last element in view with this text, as a finger does; without one in view, the last shown one. Looks for it with less work
 * than Playwright's locators, whose search is a long task of the page by itself.
 */
export async function tapOn(page: Page, selector: string, text = ""): Promise<void> {
  const { x, y } = await page.evaluate(([one, words]) => spotOf(one, words), [selector, text] as const);
  await page.touchscreen.tap(x, y);
}

/** Waits until an element with this text is painted. */
export async function shown(page: Page, selector: string, text = ""): Promise<void> {
  await page.evaluate(
    ([one, words]) =>
      paintedWhen(() => [...document.querySelectorAll(one)].some(({ textContent }) => textContent?.includes(words))),
    [selector, text] as const,
  );
}

/** What a page has seen since the last call. */
export async function taken(page: Page): Promise<Pick<Watched, "longTasks" | "shifts">> {
  return page.evaluate(() => ({ longTasks: watched.longTasks.splice(0), shifts: watched.shifts.splice(0) }));
}

/** A page is slowed as long as its session is attached. */
const sessions = new WeakMap<Page, CDPSession>();

/** Slows the page's processor; 1 is as fast as the machine. */
export async function throttle(page: Page, rate: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Megabytes of the page's JavaScript heap after a garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? NaN) / 1e6;
}

/** Milliseconds from a press on a filter until the status with another count is painted. @throws after ten seconds without one */
export function filterToPaint(page: Page, name: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const named = (selector: string, text: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent?.includes(text));
    const label = () => named("label:has(input[type=checkbox])", wanted);
    const status = () => named("[role=status]", "available")?.textContent;
    // The app replaces the served page at its start: between a look and the next frame both may be gone.
    while (!label() || !status()) await paintedWhen(() => Boolean(label() && status()));
    const before = status();
    const from = performance.now();
    label()?.click();
    const painted = paintedWhen(() => status() !== undefined && status() !== before);
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`${wanted} had no effect.`)), 10_000),
    );
    return (await Promise.race([painted, late])) - from;
  }, name);
}

/** After these milliseconds a second press is no part of a double press. */
export const GUARD = 700;

/** Milliseconds from a tap on the first card's heart until the frame that shows it is painted; rests after it. */
export function heartToPaint(page: Page, rest: number): Promise<number> {
  return page.evaluate(async (pause) => {
    const heart = () => document.querySelector<HTMLElement>("article button[aria-pressed]");
    const before = heart()?.getAttribute("aria-pressed");
    if (before === undefined) throw new Error("There is no heart to tap.");
    const from = performance.now();
    heart()?.click();
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("A tap had no effect.")), 10_000));
    const at = await Promise.race([paintedWhen(() => heart()?.getAttribute("aria-pressed") !== before), late]);
    await new Promise((resolve) => setTimeout(resolve, pause));
    return at - from;
  }, rest);
}

/** Sends a text: when, on the machine's clock, and the milliseconds until it is painted in the own page; rests after it. */
export function sendText(page: Page, text: string, rest: number): Promise<{ at: number; shown: number }> {
  return page.evaluate(
    async ([words, pause]) => {
      const field = document.querySelector<HTMLTextAreaElement>("form textarea");
      if (!field) throw new Error("There is no field for a message.");
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, words);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      const button = field.form!.querySelector<HTMLButtonElement>("button[type=submit]")!;
      await paintedWhen(() => !button.disabled);
      const log = document.querySelector("[role=log]")!;
      const from = performance.now();
      button.click();
      const shown = (await paintedWhen(() => log.textContent?.includes(words) ?? false)) - from;
      await new Promise((resolve) => setTimeout(resolve, pause));
      return { at: performance.timeOrigin + from, shown };
    },
    [text, rest] as const,
  );
}

/** When a text is painted in a conversation, on the machine's clock. */
export function textPainted(page: Page, text: string): Promise<number> {
  return page.evaluate(async (words) => {
    const log = document.querySelector("[role=log]")!;
    return performance.timeOrigin + (await paintedWhen(() => log.textContent?.includes(words) ?? false));
  }, text);
}
