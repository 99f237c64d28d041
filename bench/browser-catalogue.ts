// B4-B6, B8, B10: the catalogue in a real browser, with 10,000 and 100,000 aircraft.
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { build } from "esbuild";
import { browserSwitches, findBrowser } from "../tests/setup/browser.ts";
import { median, type Bench, type Figure } from "./item.ts";
import { catalogueFiles, manifestOf, startStage, type Stage } from "./stage.ts";

const small = 10_000;
const large = 100_000;

/** Functions sent into the page call a helper that the TypeScript runner wraps around named functions. */
const nameless = "globalThis.__name = (it) => it;";

export const browserCatalogue: Bench = {
  name: "browser",
  async run() {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    try {
      const kept = await keeping(browser, small, "≤ 250", "≤ 140");
      const keptLarge = await keeping(browser, large, "≤ 1500", "≤ 900");
      const stage = await startStage();
      try {
        const used = await usage(browser, stage, small);
        return [...kept, ...keptLarge, ...used, ...(await usage(browser, stage, large))];
      } finally {
        await stage.stop();
      }
    } finally {
      await browser.close();
    }
  },
};

declare const device: {
  openDevice(ports: object): Promise<{ catalogue: { refresh(): Promise<string>; summary(): { rows: number } } }>;
};

/** B5: from the text of the files to a searchable catalogue that is in the store, against writing the same text alone. */
async function keeping(browser: Browser, size: number, bar: string, goal: string): Promise<Figure[]> {
  const { outputFiles } = await build({
    entryPoints: ["pwa/device/open-device.ts"],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    globalName: "device",
  });
  const files = catalogueFiles(size);
  const answers: Record<string, string> = { "/api/catalogue": manifestOf(files) };
  for (const [bucket, { base }] of files) answers[`/api/catalogue/${bucket}/base/1`] = base;
  const times: { ours: number; raw: number }[] = [];
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext();
    await context.addInitScript({ content: nameless });
    const page = await context.newPage();
    // An origin is what a store belongs to.
    await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<title>Bench</title>" }));
    await page.goto("http://localhost:9/");
    await page.evaluate(outputFiles[0]!.text + ";globalThis.device = device");
    times.push(await page.evaluate(keepInPage, { answers, size }));
    await context.close();
  }
  const [value, limit] = [median(times.map(({ ours }) => ours)), median(times.map(({ raw }) => raw))];
  return [
    { item: "B5", what: `keep ${count(size)} cards, parsed and searchable`, value, limit, unit: "ms", bar, goal },
  ];
}

/** Runs in the page. */
async function keepInPage({ answers, size }: { answers: Record<string, string>; size: number }) {
  const fetch = (path: string) => Promise.resolve(new Response(answers[path.replace(/\?.*/, "")]));
  const { catalogue } = await device.openDevice({ fetch, room: { rows: 1e6, bytes: 1e9 } });
  const from = performance.now();
  await catalogue.refresh();
  const ours = performance.now() - from;
  if (catalogue.summary().rows !== size) throw new Error("Not all cards are there.");

  const raw = await new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open("raw");
    opening.onupgradeneeded = () => opening.result.createObjectStore("texts", { autoIncrement: true });
    opening.onerror = () => reject(opening.error ?? new Error("The raw store did not open."));
    opening.onsuccess = () => {
      const began = performance.now();
      const writing = opening.result.transaction("texts", "readwrite");
      for (const text of Object.values(answers)) writing.objectStore("texts").add(text);
      writing.oncomplete = () => resolve(performance.now() - began);
    };
  });
  return { ours, raw };
}

/** The product itself: first visit, offline starts, filters. */
async function usage(browser: Browser, stage: Stage, size: number): Promise<Figure[]> {
  stage.show(size);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript({ content: nameless });
    await context.addInitScript(watchPage);
    const page = await context.newPage();
    const shape = { item: "", what: "", unit: "ms", value: 0 };
    await page.goto(stage.url);
    await page.waitForFunction((text) => document.body.innerText.includes(text), `${count(size)} aircraft available`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const blocks = await page.evaluate(() => longTasks.filter((task) => task > 50).length);
    await page.waitForFunction((text) => localStorage.getItem("first-view")?.includes(text), `"total":${size}`);
    const figures: Figure[] = [
      {
        ...shape,
        item: "B8",
        what: `blocks over 50 ms while ${count(size)} arrive`,
        value: blocks,
        unit: "",
        bar: "≤ 2",
        goal: "0",
      },
      {
        ...shape,
        item: "B10",
        what: `heap on home with ${count(size)}`,
        value: await heap(page),
        unit: "MB",
        ...heapGoals(size),
      },
    ];
    for (const cpu of [1, 4]) {
      const value = await offlineStart(context, stage.url, cpu);
      figures.push({
        ...shape,
        item: "B4",
        what: `offline start to painted cards, ${count(size)} kept, ${cpu}× CPU`,
        value,
        ...startGoals(cpu),
      });
    }
    const value = await filtering(context, stage.url);
    figures.push({
      ...shape,
      item: "B6",
      what: `filter to painted results, ${count(size)}, 4× CPU`,
      value,
      ...filterGoals(size),
    });
    return figures;
  } finally {
    await context.close();
  }
}

const startGoals = (cpu: number) => (cpu === 1 ? { bar: "≤ 250", goal: "≤ 130" } : { bar: "≤ 700", goal: "≤ 430" });
const filterGoals = (size: number) => (size === small ? { bar: "≤ 60", goal: "≤ 25" } : { bar: "≤ 120", goal: "≤ 40" });
const heapGoals = (size: number) => (size === small ? { bar: "≤ 70", goal: "≤ 45" } : { bar: "≤ 200", goal: "≤ 110" });

declare const longTasks: number[];
declare const paintedAt: number | undefined;

/** Runs in every page before its own code: notes long tasks and when the first cards stand painted. */
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
    // As many as a window of this size has in view, and some.
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

/** Milliseconds from the navigation's start to painted cards, without a network. */
async function offlineStart(context: BrowserContext, url: string, cpu: number): Promise<number> {
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
  return median(times);
}

/** Milliseconds from a click on a type to the new list painted. */
async function filtering(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("checkbox", { name: /Jet/ }).waitFor();
  // The catalogue has to be loaded: before that a filter waits for it.
  await page.waitForTimeout(3_000);
  await throttled(context, page, 4);
  const times: number[] = [];
  for (const name of ["Jet", "Turboprop", "Jet", "Turboprop", "Multi engine", "Multi engine", "Jet", "Jet"]) {
    times.push(await page.evaluate(clickToPaint, name));
  }
  await page.close();
  return median(times);
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
  // React may have drawn the answer within the click already.
  while (status.textContent === before) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - from;
}

/** Megabytes of the page's JavaScript heap after a collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.enable").then(() => session.send("Performance.getMetrics"));
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? NaN) / 1e6;
}

function count(size: number): string {
  return size.toLocaleString("en-US");
}
