// The product on a device: its first opening by somebody signed in, and the worker that goes on without a page.
import { expect, type BrowserContext, type Page } from "@playwright/test";
import { site } from "./people.ts";

/** Opens home and waits until the person's rows are on the device and the worker is in charge: it opens without a network then. */
export async function openSignedIn(page: Page): Promise<void> {
  await page.goto("/");
  await expect(
    page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /favorites$/ }),
  ).toBeEnabled();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Lets DevTools wake the worker, as the browser does again and again as long as something waits. */
export async function wakeWorker(context: BrowserContext): Promise<() => Promise<void>> {
  const origin = site();
  const outside = await context.newPage();
  const session = await context.newCDPSession(outside);
  const registrationId = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const wake = { origin, registrationId: await registrationId, tag: "outbox", lastChance: false };
  return async () => void (await session.send("ServiceWorker.dispatchSyncEvent", wake));
}

/** The renderer dies as it does when it runs out of memory. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // It cannot answer any more.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}
