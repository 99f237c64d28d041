// The app offers a new version and never forces it: the page keeps its version until the user reloads.
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startProduct } from "../setup/product.ts";
import { removeFolder } from "../setup/temporary.ts";
import { changeWorker, copyOfProduct } from "./product-copy.ts";
import { workerControls } from "./worker.ts";

test("a new version is offered, and the page reloads only when the user accepts", async ({ page }) => {
  const folder = copyOfProduct();
  const product = await startProduct({}, path.join(folder, "dist"));
  try {
    await page.goto(product.url);
    await workerControls(page);
    // Set before the update; a reload removes it.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const isSamePage = () => page.evaluate(() => "isSamePage" in window);
    changeWorker(folder, (text) => `${text}\n// The next version.\n`);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

    const offer = page.getByRole("status").or(page.getByRole("listitem")).filter({ hasText: "Update ready" }).first();
    await expect(offer).toContainText("Reload when you are parked.");
    const states = () =>
      page.evaluate(async () => {
        const { active, waiting } = await navigator.serviceWorker.ready;
        return [active?.state, waiting?.state];
      });
    expect(await states()).toEqual(["activated", "installed"]);
    expect(await isSamePage()).toBe(true);

    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).click();
    await loaded;
    await expect.poll(isSamePage).toBe(false);
    await expect.poll(states).toEqual(["activated", undefined]);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText("Update ready")).toHaveCount(0);
  } finally {
    await product.stop();
    await removeFolder(folder);
  }
});

test("[S1286] a page that loaded beside the active worker comes under its control", async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { hadWorker: navigator.serviceWorker.controller !== null }));
  const hadWorker = () => page.evaluate(() => (globalThis as { hadWorker?: boolean }).hadWorker);
  await page.goto("/legal/terms");
  await workerControls(page);
  await page.reload();
  expect(await hadWorker()).toBe(true);
  // A reload without caches bypasses the worker, as a page does that loads while the worker claims the others.
  const session = await page.context().newCDPSession(page);
  await Promise.all([page.waitForEvent("load"), session.send("Page.reload", { ignoreCache: true })]);
  expect(await hadWorker()).toBe(false);
  await workerControls(page);
});
