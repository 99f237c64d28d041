import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, expect, test, type Page } from "@playwright/test";
import { browserPath, browserSwitches } from "../setup/browser.ts";
import { workerControls } from "./worker.ts";

const count = "[role=status]:has-text('aircraft available')";

/** Visits Home online until the worker controls the page and the visible data is stored. */
async function visitOnce(page: Page) {
  await page.goto("/");
  await workerControls(page);
  await expect(page.locator(count)).toHaveText("24 aircraft available");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("first-view"))).toContain('"total":24');
  const pictures = () => page.evaluate(async () => (await (await caches.open("pictures")).keys()).length);
  // The demo's 24 aircraft share 16 pictures.
  await expect.poll(pictures).toBeGreaterThanOrEqual(16);
}

const isDrawn = (picture: Element) => picture instanceof HTMLImageElement && picture.naturalWidth > 0;

const brokenPictures = (page: Page) =>
  page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length);

test("after one visit home works without a network: list, filters, order, pictures", async ({ page, context }) => {
  await visitOnce(page);
  const aircraft = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  const oldest = aircraft.at(-1)!;
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(count)).toHaveText("24 aircraft available");
  await expect(page.getByText(/^Prices from today, \d\d:\d\d\.$/)).toBeVisible();
  await page.getByRole("checkbox", { name: /Turboprop/ }).check();
  await expect(page.locator(count)).toHaveText("4 aircraft available");
  await page.goto("/?location=Denver+CO&sort=price-desc");
  await expect(page.locator(count)).toHaveText("3 aircraft available");
  await expect(page.getByRole("article").first()).toContainText("$1,150");
  await page.goto("/");
  await expect(page.locator(count)).toHaveText("24 aircraft available");
  // The list renders only cards near the view, so scrolling reaches its end in steps.
  const picture = page.locator(`article:has(a[href$="${oldest.id}"]) img`).first();
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return (await picture.count()) === 1 && (await picture.evaluate(isDrawn));
    })
    .toBe(true);
  expect(await brokenPictures(page)).toBe(0);
});

test("without a network every URL opens the app: known, unknown, never opened", async ({ page, context }) => {
  await visitOnce(page);
  await context.setOffline(true);
  await page.goto("/no/such/place");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await page.goto("/forgot-password");
  await expect(page.getByText("You're offline.")).toBeVisible();
  await page.goto("/aircraft/00000000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Not on this device" })).toBeVisible();
});

test("the next start paints from the device, not from the network", async ({ page }) => {
  await visitOnce(page);
  await page.reload();
  await expect(page.locator(count)).toHaveText("24 aircraft available");
  // The stored shell has no page data, so the painted cards come from the device.
  expect(await page.locator("#page-data").count()).toBe(0);
});

test("the app can be installed @full-chromium", async ({ baseURL }) => {
  const profile = mkdtempSync(path.join(tmpdir(), "tailhour-profile-"));
  const options = { executablePath: browserPath() ?? undefined, args: browserSwitches };
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    const page = await context.newPage();
    await page.goto(`${baseURL}/`);
    await workerControls(page);
    const session = await context.newCDPSession(page);
    expect((await session.send("Page.getAppManifest")).errors).toEqual([]);
    expect((await session.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
    const manifest = (await (await page.request.get(`${baseURL}/manifest.webmanifest`)).json()) as {
      icons: { src: string }[];
      screenshots: { src: string }[];
    };
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      expect((await page.request.get(`${baseURL}${src}`)).status(), src).toBe(200);
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
