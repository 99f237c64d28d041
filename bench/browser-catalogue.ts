// Measures B4-B6, B8, B10: the catalogue in a real browser, with 10,000 and 100,000 aircraft.
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { browserSwitches, findBrowser } from "../tests/setup/browser.ts";
import { atMost, ofRounds, type Bench, type Measurement } from "./item.ts";
import { count, keeping, nameless } from "./keeping.ts";
import { startStage, type Stage } from "./stage.ts";

const SMALL = 10_000;
const LARGE = 100_000;

export const browserCatalogue: Bench = {
  name: "browser",
  async run() {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    try {
      const kept = await keeping(browser, SMALL, atMost(250), atMost(140));
      const keptLarge = await keeping(browser, LARGE, atMost(1500), atMost(900));
      const stage = await startStage();
      try {
        const used = await usage(browser, stage, SMALL);
        return [...kept, ...keptLarge, ...used, ...(await usage(browser, stage, LARGE))];
      } finally {
        await stage.stop();
      }
    } finally {
      await browser.close();
    }
  },
};

type Rounds = ReturnType<typeof ofRounds>;

/** Measures the product: first visits, offline starts, filters. */
async function usage(browser: Browser, stage: Stage, size: number): Promise<Measurement[]> {
  stage.show(size);
  const shape = { item: "", what: "", unit: "ms", value: 0 };
  const blocks: number[] = [];
  for (let visit = 1; visit < VISITS; visit++) {
    const { context, page } = await firstVisit(browser, stage.url, size);
    blocks.push(await blocksOf(page));
    await context.close();
  }
  const { context, page } = await firstVisit(browser, stage.url, size);
  try {
    blocks.push(await blocksOf(page));
    await page.waitForFunction((text) => localStorage.getItem("first-view")?.includes(text), `"total":${size}`);
    const measurements: Measurement[] = [
      { ...shape, ...blockGoals, what: `blocks over 50 ms while ${count(size)} arrive`, ...ofRounds(blocks) },
      {
        ...shape,
        item: "B10",
        what: `heap on home with ${count(size)}`,
        value: await heap(page),
        unit: "MB",
        ...heapGoals(size),
      },
    ];
    // Keeps the first page open, so that the starts measure the app and not a new browser process.
    measurements.push({
      ...shape,
      ...blockGoals,
      what: `the same while ${count(size)} are opened from the device, and the app with them`,
      ...(await opening(context, stage.url)),
    });
    for (const cpu of [1, 4]) {
      const rounds = await offlineStart(context, stage.url, cpu);
      measurements.push({
        ...shape,
        item: "B4",
        what: `offline start to painted cards, ${count(size)} kept, ${cpu}× CPU`,
        ...rounds,
        ...startGoals(cpu),
      });
    }
    const rounds = await filtering(context, stage.url);
    measurements.push({
      ...shape,
      item: "B6",
      what: `filter to painted results, ${count(size)}, 4× CPU`,
      ...rounds,
      ...filterGoals(size),
    });
    return measurements;
  } finally {
    await context.close();
  }
}

/** Measures first visits and reports the median. */
const VISITS = 3;

async function firstVisit(browser: Browser, url: string, size: number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ content: nameless });
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction((text) => document.body.innerText.includes(text), `${count(size)} aircraft available`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { context, page };
}

const blocksOf = (page: Page) => page.evaluate(() => longTasks.filter((task) => task > 50).length);

/** Long tasks of an offline start until all stored cards are searchable. */
async function opening(context: BrowserContext, url: string): Promise<Rounds> {
  await context.setOffline(true);
  const blocks: number[] = [];
  for (let round = 0; round < VISITS; round++) {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction(() => paintedAt !== undefined);
    // The screen does not show when all buckets are loaded.
    await page.waitForTimeout(3_000);
    blocks.push(await blocksOf(page));
    await page.close();
  }
  await context.setOffline(false);
  return ofRounds(blocks);
}

const blockGoals = { item: "B8", unit: "", bar: atMost(2), goal: atMost(0) };
const startGoals = (cpu: number) =>
  cpu === 1 ? { bar: atMost(250), goal: atMost(130) } : { bar: atMost(700), goal: atMost(430) };
const filterGoals = (size: number) =>
  size === SMALL ? { bar: atMost(60), goal: atMost(25) } : { bar: atMost(120), goal: atMost(40) };
const heapGoals = (size: number) =>
  size === SMALL ? { bar: atMost(70), goal: atMost(45) } : { bar: atMost(200), goal: atMost(110) };

declare const longTasks: number[];
declare const paintedAt: number | undefined;

/** Runs in every page before its code: records long tasks and the time of the first painted cards. */
function watchPage() {
  const noted = { longTasks: [] as number[], paintedAt: undefined as number | undefined };
  Object.assign(globalThis, noted);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  const afterPaint = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Object.assign(globalThis, { paintedAt: performance.now() });
    port2.postMessage(null);
  };
  const observer = new MutationObserver(() => {
    // Slightly more cards than a window of this size shows.
    if (document.querySelectorAll("article").length < 12) return;
    observer.disconnect();
    requestAnimationFrame(afterPaint);
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function throttled(context: BrowserContext, page: Page, rate: number) {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Milliseconds from the start of an offline navigation to painted cards. */
async function offlineStart(context: BrowserContext, url: string, cpu: number): Promise<Rounds> {
  await context.setOffline(true);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const page = await context.newPage();
    await throttled(context, page, cpu);
    await page.goto(url);
    await page.waitForFunction(() => paintedAt !== undefined);
    times.push(await page.evaluate(() => paintedAt ?? NaN));
    await page.close();
  }
  await context.setOffline(false);
  return ofRounds(times);
}

/** Milliseconds from a click on a type to the painted new list. */
async function filtering(context: BrowserContext, url: string): Promise<Rounds> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("checkbox", { name: /Jet/ }).waitFor();
  // Waits for the catalogue, because a filter waits for it too.
  await page.waitForTimeout(3_000);
  await throttled(context, page, 4);
  const times: number[] = [];
  for (const name of ["Jet", "Turboprop", "Jet", "Turboprop", "Multi engine", "Multi engine", "Jet", "Jet"]) {
    times.push(await page.evaluate(clickToPaint, name));
  }
  await page.close();
  return ofRounds(times);
}

/** Runs in the page. */
async function clickToPaint(name: string): Promise<number> {
  const label = [...document.querySelectorAll("label:has(input[type=checkbox])")].find((one) =>
    one.textContent?.includes(name),
  ) as HTMLElement | undefined;
  const status = [...document.querySelectorAll("[role=status]")].find((one) => one.textContent?.includes("available"));
  if (!label || !status) throw new Error(`There is no ${name} to click.`);
  const before = status.textContent;
  const from = performance.now();
  label.click();
  // React may have rendered the result during the click.
  while (status.textContent === before) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - from;
}

/** Megabytes of the page's JavaScript heap after a garbage collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.enable").then(() => session.send("Performance.getMetrics"));
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? NaN) / 1e6;
}
