// Replaces the browser's push service for tests: one stand-in delivers through DevTools, one only returns endpoints.
import { expect, type CDPSession, type Page } from "@playwright/test";
import { startWorker } from "./worker.ts";

export async function openWithWorker(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await startWorker(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Stores on the device that push is on for the signed-in user, as the settings do. */
export async function turnOnByHand(page: Page, userId: string): Promise<string> {
  const answer = await page.request.get("/api/push/subscriptions");
  const { person, publicKey } = (await answer.json()) as { person: string; publicKey: string };
  expect(publicKey).toMatch(/^[\w-]{87}$/);
  await page.evaluate(
    async (note) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("device", 1);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("not opened"));
      });
      await new Promise((resolve) => {
        const transaction = db.transaction("notes", "readwrite");
        transaction.objectStore("notes").put(note, "push");
        transaction.oncomplete = resolve;
      });
      db.close();
    },
    { userId, person, publicKey },
  );
  return person;
}

/** A push service that delivers through DevTools. */
export async function pushService(page: Page): Promise<(payload: object) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await found;
  return async (payload) => {
    const before = await pushesReceived(page);
    // On a busy machine DevTools may lose a delivery; what the worker makes of one that it got is up to the test.
    await expect(async () => {
      await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(payload) });
      await expect.poll(() => pushesReceived(page), { timeout: 5_000 }).toBeGreaterThan(before);
    }).toPass();
  };
}

/** How many push events the worker got since the first call. */
async function pushesReceived(page: Page): Promise<number> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("There is no worker.");
  return await worker.evaluate(() => {
    const scope = globalThis as unknown as EventTarget & { pushes?: number };
    if (scope.pushes === undefined) {
      scope.pushes = 0;
      scope.addEventListener("push", () => (scope.pushes = (scope.pushes ?? 0) + 1));
    }
    return scope.pushes;
  });
}

export function notices(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/** A browser whose push service returns at once an endpoint that the server accepts. */
export async function withPushService(page: Page, end = "ok"): Promise<void> {
  await page.addInitScript((how) => {
    let held: object | null = null;
    const bytes = (length: number) => btoa(String.fromCharCode(...new Uint8Array(length).fill(4))).replaceAll("=", "");
    const made = (key: string) => ({
      endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`,
      options: {},
      toJSON() {
        return { endpoint: this.endpoint, keys: { p256dh: key, auth: bytes(16) } };
      },
      unsubscribe: () => {
        held = null;
        return Promise.resolve(true);
      },
    });
    const { prototype } = PushManager as unknown as { prototype: Record<string, unknown> };
    prototype["getSubscription"] = () => Promise.resolve(held);
    prototype["subscribe"] = ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (how === "away") return Promise.reject(new DOMException("no service", "AbortError"));
      held = made(applicationServerKey);
      return Promise.resolve(held);
    };
    // Answers the permission prompt with a fixed value, which `permission` then returns.
    Object.defineProperty(Notification, "permission", {
      get: () => (window as { answer?: string }).answer ?? "default",
    });
    Notification.requestPermission = () => {
      Object.assign(window, { answer: how === "denied" ? "denied" : "granted" });
      return Promise.resolve(how === "denied" ? "denied" : "granted");
    };
  }, end);
}
