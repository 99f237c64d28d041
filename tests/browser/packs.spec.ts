// Airfield packs: what a tap keeps opens after a restart without a network, and a sign-out leaves nothing of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, expect, test, type BrowserContext, type Page } from "@playwright/test";
import { appStarted } from "./device.ts";
import { signUp } from "./people.ts";
import { workerControls } from "./worker.ts";

const packNames = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("pack:")));

/** Statuses of the pack's pictures as the service worker answers them; `no-store` bypasses the browser's own cache. */
const pictureStatuses = (page: Page) =>
  page.evaluate(async () => {
    const [name = ""] = (await caches.keys()).filter((one) => one.startsWith("pack:"));
    const addresses = (await (await caches.open(name)).keys()).map(({ url }) => url);
    const pictures = addresses.filter((url) => !/\/(pack\/detail|airfield-facts\/\w+)$/.test(url));
    return await Promise.all(
      pictures.map((url) =>
        fetch(url, { cache: "no-store" }).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
  });

test("[S571] from MYF to a pack that opens after a restart without a network, and leaves with the user", async ({
  baseURL,
  launchOptions,
}) => {
  // Two starts of the browser.
  test.slow();
  const profile = mkdtempSync(path.join(tmpdir(), "tailhour-profile-"));
  const launch = async (): Promise<BrowserContext> =>
    await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: baseURL! });
  let context = await launch();
  try {
    const page = await context.newPage();
    await signUp(page, "Rhea Packer");
    await page.goto("/");
    await appStarted(page);
    await workerControls(page);
    await page.getByRole("combobox", { name: "Location" }).fill("MYF");
    await expect(page.getByRole("option", { name: /^Airfield, K M Y F, Montgomery-Gibbs Executive/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/\?near=KMYF$/);
    await expect(page.getByRole("article").first().getByText("At KMYF")).toBeVisible();
    const first = page.getByRole("article").first();
    const name = (await first.getByRole("heading").innerText()).replaceAll(/\s+/g, " ");
    await first.getByRole("button", { name: /^Add .* to favorites$/ }).click();
    await page.getByRole("link", { name: `View Details, ${name}` }).click();
    await page.getByRole("button", { name: `Keep ${name} on this device` }).click();
    await expect(page.getByText(/^Kept(, may be cleared| as of today, \d\d:\d\d)$/)).toBeVisible();
    const address = page.url();
    await context.close();

    context = await launch();
    await context.setOffline(true);
    const later = await context.newPage();
    // Only the pack may answer: the browser has lost what was merely opened.
    await later.goto(address);
    await later.evaluate(async () => {
      await caches.delete("pictures");
      await caches.delete("airfield-facts");
      indexedDB.deleteDatabase("catalogue");
    });
    await later.goto(address);
    await expect(later.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(later.getByRole("heading", { name: "Rental terms" })).toBeVisible();
    await expect(later.getByRole("img", { name: /^Runways of KMYF|Runway 10L\/28R/ })).toBeVisible();
    await expect(later.getByText("Not for navigation.", { exact: true })).toBeVisible();
    const statuses = await pictureStatuses(later);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const isDrawn = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0;
    await expect.poll(() => later.getByRole("img", { name }).first().evaluate(isDrawn)).toBe(true);

    await later.goto("/on-this-device");
    await expect(later.getByRole("heading", { name: "Packs" })).toBeVisible();
    await expect(later.getByRole("button", { name: new RegExp(`^Remove ${name}, `) })).toBeVisible();
    expect(await packNames(later)).toHaveLength(1);

    await context.setOffline(false);
    await later.goto("/profile");
    await appStarted(later);
    await later.getByRole("main").getByRole("button", { name: "Log Out" }).click();
    await expect(later.getByRole("button", { name: "Log In" }).first()).toBeVisible();
    await expect.poll(() => packNames(later)).toEqual([]);
    expect(await later.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("packs:")))).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("[S840] the browser's own quota and its eviction are said in words, and the pack is kept again", async ({
  page,
}) => {
  await signUp(page, "Nell Packer");
  await page.goto("/?near=KMYF");
  await appStarted(page);
  const first = page.getByRole("article").first();
  const name = (await first.getByRole("heading").innerText()).replaceAll(/\s+/g, " ");
  await first.getByRole("button", { name: /^Add .* to favorites$/ }).click();
  await page.getByRole("link", { name: `View Details, ${name}` }).click();
  const keep = page.getByRole("button", { name: `Keep ${name} on this device` });
  await expect(keep).toBeVisible();

  const browser = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await keep.click();
  await expect(page.getByText("Not kept", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Needs \d+\.\d MB, which the browser refused\.$/)).toBeVisible();
  expect(await packNames(page)).toEqual([]);

  await browser.send("Storage.overrideQuotaForOrigin", { origin });
  const keepAgain = page.getByRole("button", { name: `Keep again ${name}` });
  await keepAgain.click();
  await expect(page.getByText(/^Kept(, may be cleared| as of today, \d\d:\d\d)$/)).toBeVisible();

  await browser.send("Storage.clearDataForOrigin", { origin, storageTypes: "cache_storage" });
  await page.reload();
  await expect(page.getByText("Cleared by the browser", { exact: true }).first()).toBeVisible();
  await keepAgain.click();
  await expect.poll(() => packNames(page)).toHaveLength(1);
});
