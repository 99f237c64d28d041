// Measures B10 over ten minutes by the clock: a press every two seconds on Home, with 10,000 and with 100,000 aircraft at once. Heaps are
// counted after a garbage collection, so the two pages do not disturb each other. A whole run has the same presses without pauses.
import { chromium, type Browser } from "@playwright/test";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import type { Bench, Measurement } from "../item.ts";
import { heapInUse } from "./long-use.ts";
import { startStage } from "./stage.ts";
import { openHome, tallScreen, watch } from "./watch.ts";

const PAUSE_MS = 2000;
const SIZES = [10_000, 100_000];

export const tenMinutes: Bench = {
  async run(part) {
    await Promise.all(SIZES.map((size) => part(`${size} cards`, () => withBrowser((browser) => used(browser, size)))));
    return [];
  },
};

/** A browser for each size: only the page in front paints without delay. */
async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function used(browser: Browser, size: number): Promise<Measurement[]> {
  const stage = await startStage();
  try {
    stage.show(size);
    const context = await browser.newContext({ viewport: tallScreen });
    await watch(context);
    return await heapInUse(await openHome(context, stage.url, size), size, PAUSE_MS);
  } finally {
    await stage.stop();
  }
}
