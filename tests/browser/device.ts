// The app on a device: opens it for a signed-in user, and controls the service worker without a page.
import { expect, type BrowserContext, type Page } from "@playwright/test";
import { site } from "./people.ts";
import { startWorker } from "./worker.ts";

/** Opens Home and waits until the rows are on the device. */
export async function openSynced(page: Page): Promise<void> {
  await page.goto("/");
  await expect(
    page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /favorites$/ }),
  ).toBeEnabled();
}

/** The same, and waits for the worker's control of the page, so the app opens offline. */
export async function openSignedIn(page: Page): Promise<void> {
  await openSynced(page);
  await startWorker(page);
}

/** Waits until the app handles links and keys: before that the browser follows links, and keys are lost. */
export async function appStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === "manual");
}

/** Ids of the aircraft whose pages are stored on this device. A page stores its aircraft after it has started. */
export async function detailsOnDevice(page: Page): Promise<unknown[]> {
  return await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open("catalogue");
        // The app has not created the database yet, and this page must not.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () =>
          opening.error?.name === "AbortError" ? resolve([]) : reject(new Error("The catalogue cannot be opened."));
        opening.onsuccess = () => {
          const asking = opening.result.transaction("details").objectStore("details").getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result);
          };
        };
      }),
  );
}

/** Returns a function that dispatches a sync event to the worker, as the browser does repeatedly while something waits. */
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

/** Crashes the renderer, as if it ran out of memory. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // A crashed page does not answer.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}
