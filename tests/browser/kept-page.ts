// One page that many tests use, one after the other: a new renderer would compile the app and axe again, which takes longer than a
// scene. In between the page loses what a test has left there, so that the next test finds a new device.
import type { Browser, Page } from "@playwright/test";
import { axeStarter, sizes } from "./axe.ts";
import { setText } from "./large-text.ts";
import { site } from "./people.ts";
import { watchPolicy } from "./policy.ts";
import { holdWorker } from "./worker.ts";

/** The page, and the violations of the policy since this test has it. */
type Kept = { page: Page; refused: string[] };

let kept: Promise<Kept> | null = null;

/** A page of the narrow size without rows, files, cookies, workers and routes. */
export async function keptPage(browser: Browser): Promise<Kept> {
  if (kept) await forget(await kept);
  kept ??= open(browser);
  return await kept;
}

/** Closes the page, so that the next test opens another: for what `forget` cannot undo. */
export async function dropKeptPage(): Promise<void> {
  await (await kept)?.page.context().close();
  kept = null;
}

async function open(browser: Browser): Promise<Kept> {
  const context = await browser.newContext({ baseURL: site(), viewport: sizes.narrow });
  await holdWorker(context);
  // The renderer compiles it for the first of its documents only.
  await context.addInitScript({ content: axeStarter });
  const refused = await watchPolicy(context);
  return { page: await context.newPage(), refused };
}

async function forget({ page, refused }: Kept): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.mouse.up();
  await page.mouse.move(-1, -1);
  // What waits on an offline device is deleted before there is a network: it must not reach the next scene's data.
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: site(), storageTypes: "all" });
  await session.detach();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await page.goto("/healthz");
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  await page.setViewportSize(sizes.narrow);
  await page.emulateMedia({ colorScheme: "light" });
  await setText(page, 1);
  refused.length = 0;
}
