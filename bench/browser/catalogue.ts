// Measures B4-B6, B8, B10: the catalogue in a real browser, with 10,000 and 100,000 aircraft.
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { removeFolder, temporaryFolder } from "../../tests/setup/temporary.ts";
import { atMost, ofRounds, type Bench, type Measurement, type TakePart } from "../item.ts";
import { filters } from "./filters.ts";
import { count, keeping } from "./keeping.ts";
import { longUse } from "./long-use.ts";
import { startSmallest, type Smallest } from "./smallest.ts";
import { catalogueFiles, startStage, type Stage } from "./stage.ts";
import { starts } from "./starts.ts";
import { filterToPaint, openHome, tallScreen, watch, watchedIn } from "./watch.ts";

const SMALL = 10_000;
const LARGE = 100_000;
/** First visits, and offline starts, whose long tasks are counted. */
const VISITS = 3;

export const browserCatalogue: Bench = {
  async run(part) {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    const smallest = await startSmallest();
    try {
      await part("keeping 10,000", () => keeping(browser, smallest, SMALL, atMost(250), atMost(140)));
      await part("keeping 100,000", () => keeping(browser, smallest, LARGE, atMost(1500), atMost(900)));
      const stage = await startStage();
      try {
        for (const size of [SMALL, LARGE])
          await part(`use of ${count(size)}`, () => usage(part, browser, stage, smallest, size));
      } finally {
        await stage.stop();
      }
      return [];
    } finally {
      await smallest.stop();
      await browser.close();
    }
  },
};

/** Measures the product: first visits, offline starts, filters, memory. */
async function usage(
  part: TakePart,
  browser: Browser,
  stage: Stage,
  smallest: Smallest,
  size: number,
): Promise<Measurement[]> {
  stage.show(size);
  const blocks: number[] = [];
  for (let visit = 1; visit < VISITS; visit++) {
    const context = await browser.newContext({ viewport: tallScreen });
    await watch(context);
    blocks.push(await blocksOf(await firstVisit(context, stage.url, size)));
    await context.close();
  }
  const profile = temporaryFolder("tailhour-bench");
  const executablePath = await findBrowser();
  const open = async () => {
    const options = { executablePath, args: browserSwitches, viewport: tallScreen };
    const context = await chromium.launchPersistentContext(profile, options);
    await watch(context);
    return context;
  };
  let context = await open();
  try {
    const page = await firstVisit(context, stage.url, size);
    blocks.push(await blocksOf(page));
    await page.waitForFunction((text) => localStorage.getItem("first-view")?.includes(text), `"total":${size}`);
    const texts = [...catalogueFiles(size).values()].map(({ base }) => base);
    await smallest.fill(await context.newPage(), page, texts);
    await context.close();
    await part(`arrival of ${count(size)}`, async () => [
      { ...blockGoals, what: `blocks over 50 ms while ${count(size)} arrive`, ...ofRounds(blocks) },
    ]);
    await part(`offline starts, ${count(size)}`, () => starts(open, stage, smallest, size));
    context = await open();
    const used = context;
    await part(`opening ${count(size)}`, async () => [
      {
        ...blockGoals,
        what: `blocks over 50 ms while ${count(size)} are opened from the device`,
        ...ofRounds(await opening(used, stage.url, size)),
      },
    ]);
    await part(`filters, ${count(size)}`, async () => [await filters(used, stage, smallest, size)]);
    await part(`memory, ${count(size)}`, () => longUse(used, stage, smallest, size));
    return [];
  } finally {
    await context.close();
    await removeFolder(profile);
  }
}

const blockGoals = { item: "B8", unit: "", bar: atMost(2), goal: atMost(0) };

async function firstVisit(context: BrowserContext, url: string, size: number): Promise<Page> {
  const page = await openHome(context, url, size);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

const blocksOf = async (page: Page) => (await watchedIn(page)).longTasks.length;

/** Long tasks of offline starts until all stored cards are searchable: a filter has its answer then. */
async function opening(context: BrowserContext, url: string, size: number): Promise<number[]> {
  await context.setOffline(true);
  const blocks: number[] = [];
  for (let round = 0; round < VISITS; round++) {
    const page = await openHome(context, url, size);
    await filterToPaint(page, "Jet");
    blocks.push(await blocksOf(page));
    await page.close();
  }
  await context.setOffline(false);
  return blocks;
}
