// A push end to end with the real server and browser: a message, the server's encryption, a local push service, Chromium's
// own channel, the worker, the notification.
import { chromium, expect, test, type BrowserContext, type Page } from "@playwright/test";
import { startBrowserService, type BrowserService } from "../push/browser-service.ts";
import { browserPath } from "../setup/browser.ts";
import { startProduct, type Product } from "../setup/product.ts";
import { removeFolder, temporaryFolder } from "../setup/temporary.ts";
import { demoLogins } from "./people.ts";

let service: BrowserService;
let product: Product;
let context: BrowserContext;
let folder: string;

test.beforeAll(async () => {
  // Creates a database and starts a second browser.
  test.setTimeout(120_000);
  service = await startBrowserService();
  product = await startProduct({ PUSH_TEST_ORIGIN: service.origin, NODE_ENV: "test" });
  folder = temporaryFolder("tailhour-push-browser");
  // Chromium stores push in a persistent profile; a temporary one has no push.
  context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath() ?? "",
    args: ["--no-sandbox", "--disable-gpu", ...service.switches],
    baseURL: product.url,
    permissions: ["notifications", "background-sync"],
  });
});

test.afterAll(async () => {
  await context?.close();
  await product?.stop();
  await service?.close();
  if (folder) await removeFolder(folder);
});

async function asOwner(): Promise<{ post: (path: string, data: object) => Promise<number>; end: () => Promise<void> }> {
  const browser = await chromium.launch({ executablePath: browserPath() ?? "", args: ["--no-sandbox"] });
  const owner = await browser.newContext({ baseURL: product.url });
  expect((await owner.request.post("/api/auth/login", { data: demoLogins.owner })).status()).toBe(200);
  return {
    post: async (path, data) => (await owner.request.post(path, { data, headers: { Origin: product.url } })).status(),
    end: () => browser.close(),
  };
}

function shown(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(async () => {
    const notices = await (await navigator.serviceWorker.ready).getNotifications();
    return notices.map(({ title, body }) => ({ title, body }));
  });
}

test("an owner's answer appears in the pilot's browser within seconds without an open page @full-chromium", async () => {
  test.setTimeout(90_000);
  const page = await context.newPage();
  const login = await context.request.post("/api/auth/login", { data: demoLogins.pilot });
  const { user } = (await login.json()) as { user: { id: string } };
  await page.goto("/settings");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const panel = page.getByRole("region", { name: "Alerts on this device" });
  await panel.getByRole("button", { name: "Turn on" }).click();
  await expect(panel).toContainText("Alerts work on this computer");
  await panel.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => shown(page)).toEqual([{ title: "Tailhour", body: "This is a test. Alerts work here." }]);
  await expect(panel).toContainText("Last one delivered today");

  await page.close();
  const owner = await asOwner();
  expect(await owner.post("/api/messages", { receiverId: user.id, content: "She is fuelled and ready." })).toBe(201);
  await expect.poll(() => service.posted.length, { timeout: 20_000 }).toBe(2);
  await owner.end();
  const later = await context.newPage();
  await later.goto("/healthz");
  await expect.poll(() => shown(later)).toContainEqual({ title: "Marisol Vega", body: "She is fuelled and ready." });
  expect(service.posted[1]).toMatchObject({ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" });
});
