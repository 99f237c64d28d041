import { expect, test } from "@playwright/test";
import { pagePaths } from "../../shared/pages.ts";
import { appStarted, detailsOnDevice } from "./device.ts";

const count = "[role=status]:has-text('aircraft available')";

test("[S009] a first visit: filters, a detail page, a reload offline", async ({ page, context }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Find Your Perfect Aircraft" })).toBeVisible();
  await expect(page.locator(count)).toHaveText("24 aircraft available");
  await appStarted(page);

  await page.getByRole("checkbox", { name: /Turboprop/ }).check();
  await expect(page.locator(count)).toHaveText("4 aircraft available");
  await expect(page).toHaveURL(/types=turboprop/);
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(4);

  await page
    .getByRole("link", {
      name: /View Details.*Pilatus PC-12 NG|Pilatus PC-12 NG.*View Details/,
    })
    .click();
  await expect(page).toHaveURL(/\/aircraft\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name: /Pilatus PC-12 NG/ })).toBeVisible();
  await expect(page.getByText("280 kts")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dale Whitcomb" })).toBeVisible();
  const similar = page.getByRole("region", { name: "Similar aircraft" });
  await expect(similar.getByText(/^([\d,]+ nm|Same field)$/).first()).toBeVisible();

  // The app opens offline once the worker controls the page and the pictures are stored.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open("pictures")).keys();
        return kept.some((request) => request.url.includes("pilatus-pc-12-ng"));
      }),
    )
    .toBe(true);
  await expect.poll(() => detailsOnDevice(page)).toContain(new URL(page.url()).pathname.split("/").at(-1));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: /Pilatus PC-12 NG/ })).toBeVisible();
  await expect(page.getByText("Dale Whitcomb").first()).toBeVisible();
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expect(page.getByText(/from (today|yesterday),? \d\d:\d\d/i).first()).toBeVisible();
  const picture = page.getByRole("img", { name: /^Pilatus PC-12 NG/ }).first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole("link", { name: /Back/ }).click();
  await expect(page.locator(count)).toContainText("4 aircraft available");
  await page.goto("/");
  await expect(page.locator(count)).toContainText("24 aircraft available");
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("the served page is readable without scripts, and the shell contains no cards", async ({
  browser,
  request,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Find Your Perfect Aircraft" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(24);
  await context.close();

  const html = await (await request.get("/", { headers: { Accept: "text/html" } })).text();
  expect(html).toContain('id="page-data"');
  expect(html).toMatch(/<link[^>]+rel="preload"[^>]+as="image"|<link[^>]+as="image"[^>]+rel="preload"/);
  expect(html.match(/<link[^>]+rel="stylesheet"/g)).toHaveLength(1);
  const shell = await (await request.get("/index.html", { headers: { Accept: "text/html" } })).text();
  expect(shell).not.toContain("page-data");
  expect(shell).not.toContain("Cessna");
});

test("clicks and text from before the app has loaded are not lost", async ({ page }) => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/libraries-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await page.getByRole("combobox", { name: "Location" }).fill("denver");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  letGo();
  await expect(page.locator(count)).toHaveText("3 aircraft available");

  const again = page.waitForResponse(/\/assets\/libraries-/);
  await page.reload();
  await page.getByRole("banner").getByRole("button", { name: "Log In" }).click();
  await again;
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("[S1331] a press while the app takes over the page counts once", async ({ page }) => {
  await page.addInitScript(() => {
    const dispatch = document.dispatchEvent.bind(document);
    document.dispatchEvent = (event) => {
      if (event.type !== "app-listens") return dispatch(event);
      // React listens already; the script that keeps early presses does too.
      document.querySelector<HTMLElement>("header button[aria-label$=' theme']")!.click();
      // What the press changed is drawn before it is repeated.
      setTimeout(() => {
        dispatch(event);
        document.documentElement.toggleAttribute("data-repeated");
      }, 100);
      return true;
    };
  });
  await page.goto("/");
  await expect(page.locator("html[data-repeated]")).toHaveAttribute("data-theme", "dark");
});

test("[S1332] a first visit fetches the list of all pages' code once it works", async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("app-listens", () => Object.assign(globalThis, { worksAt: performance.now() }));
  });
  const listed = page.waitForEvent("requestfinished", (request) => request.url().includes("/assets/page-code-"));
  await page.goto("/");
  const headers = await (await listed).allHeaders();
  expect(headers["sec-purpose"] ?? headers["purpose"]).toBe("prefetch");
  const [worksAt, fetchedAt] = await page.evaluate(() => {
    const [file] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/page-code-"));
    return [(globalThis as { worksAt?: number }).worksAt, file?.startTime];
  });
  expect(fetchedAt).toBeGreaterThanOrEqual(worksAt!);
});

test("[S028] an unknown path gets the not-found page with 404, an unknown API call a JSON error", async ({
  page,
  request,
}) => {
  const answer = await page.goto("/no/such/place");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  const call = await request.get("/api/no-such-call");
  expect(call.status()).toBe(404);
  expect(await call.json()).toMatchObject({ code: "not-found" });
});

test("every page answers 200 to a direct request, and no other URL does", async ({ request }) => {
  const [plane] = (await (await request.get("/api/aircraft")).json()) as { id: string; ownerId: string }[];
  const ids: Record<string, string> = { ":id": plane!.id, ":userId": plane!.ownerId };
  for (const path of pagePaths) {
    const address = path.replace(/:\w+/, (name) => ids[name] ?? name);
    const answer = await request.get(address, { headers: { Accept: "text/html" } });
    expect([address, answer.status()]).toEqual([address, 200]);
    expect(answer.headers()["content-type"]).toContain("text/html");
  }
  for (const address of ["/nowhere", "/settings/more", "/aircraft", `/aircraft/${plane!.ownerId}`])
    expect((await request.get(address, { headers: { Accept: "text/html" } })).status()).toBe(404);
});

test("[S1268] the document of every page but Home names the code of that page, which exists", async ({ request }) => {
  const [plane] = (await (await request.get("/api/aircraft")).json()) as { id: string; ownerId: string }[];
  const ids: Record<string, string> = { ":id": plane!.id, ":userId": plane!.ownerId };
  const files = new Set<string>();
  for (const path of pagePaths.filter((one) => one !== "/")) {
    const address = path.replace(/:\w+/, (name) => ids[name] ?? name);
    const document = await (await request.get(address, { headers: { Accept: "text/html" } })).text();
    const name = /^\/(legal|help)\//.test(path) ? "text" : path === "/aircraft/:id" ? "aircraft-detail" : null;
    const own = name ?? path.replace(/\/:.*/, "").slice(1).replaceAll("/", "-");
    const found = new RegExp(`/assets/${own}-[\\w-]+\\.js`).exec(document)?.[0];
    expect([path, found]).toEqual([path, expect.any(String)]);
    files.add(found!);
  }
  for (const file of files) expect([file, (await request.get(file)).status()]).toEqual([file, 200]);
});

test("a user searches by location and opens a detail page with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(count)).toHaveText("24 aircraft available");
  await appStarted(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const location = page.getByRole("combobox", { name: "Location" });
  for (
    let presses = 0;
    presses < 12 && !(await location.evaluate((one) => one === document.activeElement));
    presses++
  ) {
    await page.keyboard.press("Tab");
  }
  await expect(location).toBeFocused();
  await page.keyboard.type("denv");
  // Airfields come first, so the place is the last option: up from the first over «Near my position».
  await expect(page.getByRole("option", { name: /^Airfield, Within 50 nm of / })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { name: "Place, Denver CO", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(location).toHaveValue("Denver CO");
  await page.keyboard.press("Enter");
  await expect(page.locator(count)).toHaveText("3 aircraft available");
  const details = page.getByRole("link", { name: /View Details/ }).first();
  for (let presses = 0; presses < 40 && !(await details.evaluate((one) => one === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(details).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/aircraft\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
