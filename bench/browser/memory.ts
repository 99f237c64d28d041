// Measures B10 with 10,000 and with 100,000 aircraft: `memory` makes the presses of ten minutes without their pauses, beside the smallest page
// with the same catalogue. `ten-minutes` makes a press every two seconds. Heaps are counted after a garbage collection, so nothing that
// runs beside them changes them.
import { chromium, type Browser } from "@playwright/test";
import { browserSwitches, findBrowser, shellPath } from "../../tests/setup/browser.ts";
import type { Bench, Measurement } from "../item.ts";
import { heapInUse, longUse } from "./long-use.ts";
import { startSmallest } from "./smallest.ts";
import { catalogueFiles, startStage, type Stage } from "./stage.ts";
import { firstVisit, openHome, tallScreen, watch } from "./watch.ts";

const PAUSE_MS = 2000;
const SIZES = [10_000, 100_000];

export const memory: Bench = {
  async run(part) {
    for (const size of SIZES) await part(`${size} cards`, () => onStage(size, usedWithoutPauses));
    return [];
  },
};

export const tenMinutes: Bench = {
  async run(part) {
    await Promise.all(SIZES.map((size) => part(`${size} cards`, () => onStage(size, usedByTheClock))));
    return [];
  },
};

/** A browser for each size: only the page in front paints without delay. */
async function onStage(
  size: number,
  work: (browser: Browser, stage: Stage, size: number) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  // A browser without windows has the same heap for half the work.
  const executablePath = shellPath() ?? (await findBrowser());
  const browser = await chromium.launch({ executablePath, args: browserSwitches });
  try {
    const stage = await startStage();
    try {
      stage.show(size);
      return await work(browser, stage, size);
    } finally {
      await stage.stop();
    }
  } finally {
    await browser.close();
  }
}

async function usedByTheClock(browser: Browser, stage: Stage, size: number): Promise<Measurement[]> {
  const context = await browser.newContext({ viewport: tallScreen });
  await watch(context);
  return heapInUse(await openHome(context, stage.url, size), size, PAUSE_MS);
}

/** On a device that has the catalogue. */
async function usedWithoutPauses(browser: Browser, stage: Stage, size: number): Promise<Measurement[]> {
  const smallest = await startSmallest();
  try {
    const context = await browser.newContext({ viewport: tallScreen });
    await watch(context);
    const page = await firstVisit(context, stage.url, size);
    const raw = await context.newPage();
    await smallest.fill(
      raw,
      page,
      [...catalogueFiles(size).values()].map(({ base }) => base),
    );
    for (const one of [page, raw]) await one.close();
    return await longUse(context, stage, smallest, size);
  } finally {
    await smallest.stop();
  }
}
