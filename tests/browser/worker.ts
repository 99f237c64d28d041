// Holds back the service worker in tests that do not need it: its first start fetches and stores all files of the app.
import type { BrowserContext, Page } from "@playwright/test";

type Held = { startWorker?: () => void };

/** Pages of this context register no worker until `startWorker`. */
export async function holdWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const container = ServiceWorkerContainer.prototype;
    const { register } = container;
    const started = new Promise<void>((resolve) => {
      (globalThis as Held).startWorker = resolve;
    });
    container.register = async function (this: ServiceWorkerContainer, ...args) {
      await started;
      return register.apply(this, args);
    };
  });
}

/** Waits for an active worker, and registers it if it was held back. */
export async function startWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    (globalThis as Held).startWorker?.();
    await navigator.serviceWorker.ready;
  });
}

/** Waits until the worker controls the page. It stores hundreds of files first, for which a busy machine needs longer than an action may. */
export async function workerControls(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const workers = navigator.serviceWorker;
        workers.addEventListener("controllerchange", () => resolve(), { once: true });
        if (workers.controller) resolve();
      }),
  );
}
