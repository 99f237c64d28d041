// The airfield of an aircraft comes with its page, so nothing below it moves, however the page is opened.
import { expect, test, type Browser, type Page, type ViewportSize } from "@playwright/test";
import { sizes } from "./axe.ts";
import { appStarted, detailsOnDevice } from "./device.ts";
import { workerControls } from "./worker.ts";

type Recorded = { tops: number[]; shifts: number[] };

/** Records where the section after the airfield begins in each frame, and layout shifts while it is in view. */
async function recordPlaces(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded: Recorded = { tops: [], shifts: [] };
    Object.assign(globalThis, { recorded });
    new PerformanceObserver((list) => {
      // What a press moves is no shift.
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) recorded.shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
    let frames = 0;
    const look = () => {
      const next = [...document.querySelectorAll("h2")].find(({ textContent }) => textContent === "Rental terms");
      if (next) {
        const top = Math.round(next.getBoundingClientRect().top + scrollY);
        if (recorded.tops.at(-1) !== top) recorded.tops.push(top);
        // The browser reports layout shifts inside the view only, and none in a frame that scrolls.
        if (frames++ === 2) next.scrollIntoView({ block: "end", behavior: "instant" });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function expectStill(page: Page, how: string): Promise<void> {
  await expect(page.getByText("Not for navigation.", { exact: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const { tops, shifts } = await page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);
  expect([how, tops.length, shifts]).toEqual([how, 1, []]);
}

async function expectStillPage(browser: Browser, viewport: ViewportSize): Promise<void> {
  const { baseURL = "" } = test.info().project.use;
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  const planes = (await (await page.request.get("/api/aircraft")).json()) as { id: string; name: string }[];
  const [first, second] = planes;
  await page.goto("/");
  await appStarted(page);
  await workerControls(page);

  await recordPlaces(page);
  const cold = await browser.newContext({ baseURL, viewport, serviceWorkers: "block" });
  const visitor = await cold.newPage();
  // Text that wraps elsewhere in the fallback font is not the airfield's.
  await visitor.route("**/*.woff2", (route) => route.abort());
  await recordPlaces(visitor);
  await visitor.goto(`/aircraft/${first!.id}`);
  await appStarted(visitor);
  await expectStill(visitor, "from the server");
  await cold.close();

  await page.reload();
  await page.getByRole("link", { name: `View Details, ${second!.name}` }).click();
  await expectStill(page, "from a card");
  await expect.poll(() => detailsOnDevice(page)).toContain(second!.id);

  await context.setOffline(true);
  const later = await context.newPage();
  await recordPlaces(later);
  await later.goto(`/aircraft/${second!.id}`);
  await expectStill(later, "from the device");
  await context.close();
}

test("[S900] on a desktop the airfield moves nothing: from the server, from a card, and from the device", ({
  browser,
}) => expectStillPage(browser, sizes.desktop));

test("[S901] on a phone the airfield moves nothing: from the server, from a card, and from the device", ({ browser }) =>
  expectStillPage(browser, sizes.phone));
