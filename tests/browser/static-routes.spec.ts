// Requests that the browser answers without the service worker's code, and browsers that ask the worker for all.
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { startProduct } from "../setup/product.ts";
import { removeFolder } from "../setup/temporary.ts";
import { openSignedIn } from "./device.ts";
import { signUp } from "./people.ts";
import { changeWorker, copyOfProduct } from "./product-copy.ts";
import { workerControls } from "./worker.ts";

const BUSY_MS = 20_000;

type Counted = { changesSent: number };

/** Counts the changes of settings that a page sends: the browser reports them only once the worker is done with them. */
async function countChanges(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { changesSent: 0 }) as Counted;
    const { fetch } = window;
    window.fetch = (input, init) => {
      const answer = fetch(input, init);
      if (input === "/api/settings" && init?.method === "PATCH") counted.changesSent += 1;
      return answer;
    };
  });
  return () => page.evaluate(() => (window as unknown as Counted).changesSent);
}

test("[S1320] a change reaches the server from a page that is left while the worker is busy", async ({
  page,
  context,
}) => {
  const changes = await countChanges(page);
  await signUp(page, "Nadia Left");
  await openSignedIn(page);
  await workerControls(page);
  await page.goto("/settings");
  const hidden = page.getByRole("switch", { name: "Hide text on lock screen" });
  const isHidden = async () =>
    ((await (await page.request.get("/api/settings")).json()) as { hideText: boolean }).hideText;
  // The first change loads the code of changes, which the second has.
  await hidden.click();
  await expect.poll(isHidden).toBe(true);
  const before = await changes();
  const end = Date.now() + BUSY_MS;
  // The worker answers nobody until then.
  await context.serviceWorkers()[0]!.evaluate((until) => {
    const block = () => {
      while (Date.now() < until);
    };
    setTimeout(block, 0);
  }, end);
  await hidden.click();
  await expect.poll(changes).toBe(before + 1);
  await page.goto("about:blank");
  await expect.poll(isHidden).toBe(false);
  expect(Date.now()).toBeLessThan(end);
});

test("[S1319] a browser without static routes opens the app offline too", async ({ page, context }) => {
  const folder = copyOfProduct();
  changeWorker(folder, (text) => `delete InstallEvent.prototype.addRoutes;\n${text}`);
  const product = await startProduct({}, path.join(folder, "dist"));
  try {
    await page.goto(product.url);
    await workerControls(page);
    const hasRoutes = await context
      .serviceWorkers()[0]!
      .evaluate(
        () => "addRoutes" in (self as unknown as { InstallEvent: { prototype: object } }).InstallEvent.prototype,
      );
    expect(hasRoutes).toBe(false);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("first-view"))).toContain('"total":24');
    await context.setOffline(true);
    await page.goto(product.url);
    await expect(page.getByRole("article").first()).toBeVisible();
  } finally {
    await product.stop();
    await removeFolder(folder);
  }
});
