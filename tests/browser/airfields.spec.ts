// Searches near an airfield, with a network and after a restart without one.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { appStarted } from "./device.ts";
import { dialogEntered } from "./dialogs.ts";
import { expectLand } from "./map-land.ts";
import { doubleText } from "./large-text.ts";
import { workerControls } from "./worker.ts";

const built = fileURLToPath(new URL("../../dist/pwa", import.meta.url));
const gzipped = (file: string) => gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length;

test("[S632] a pilot types MYF and lists aircraft within 50 nm; after a restart without a network any airfield is found", async ({
  context,
  page,
}) => {
  await page.goto("/");
  await appStarted(page);
  await workerControls(page);
  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("MYF");
  // The count appears when all aircraft are on the device.
  await page.getByRole("option", { name: "Airfield, Within 50 nm of K M Y F, 2 aircraft" }).click();
  await expect(location).toHaveValue("Within 50 nm of KMYF");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("2 aircraft at 1 airfield. Flight time at cruise, no wind.")).toBeVisible();
  await expect(page).toHaveURL(/\/\?near=KMYF&within=50$/);
  await expect(page.getByRole("article").getByText("At KMYF")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByText("24 aircraft available")).toBeVisible();
  await page.waitForFunction(async () => (await (await caches.open("airfields")).keys()).length === 1);
  await page.close();

  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto("/");
  await appStarted(again);
  // Only the index knows KSAN: no aircraft is there.
  await again.getByRole("combobox", { name: "Location" }).fill("SAN");
  await expect(again.getByText(/^Airfields are on this (phone|device), 19,113 of them\./)).toBeVisible();
  await expect(again.getByRole("option", { name: /^Airfield, K S A N, San Diego International/ })).toBeVisible();
  await again.keyboard.press("Enter");
  await expect(again).toHaveURL(/\/\?near=KSAN$/);
  await expect(again.getByText(/^24 aircraft at 16 airfields\. Flight time at cruise, no wind\.$/)).toBeVisible();
  await expect(
    again
      .getByRole("article")
      .first()
      .getByText(/^\d+ nm, \d+ min at \d+ kts$/),
  ).toBeVisible();
});

/** Aircraft of all marks and of the pills at the edges, by their names. */
async function aircraftOnMap(page: Page): Promise<number> {
  const box = page.getByRole("region", { name: "Map" });
  const names = await box
    .locator("[data-x]:not([inert]) > button, button:text-matches('farther')")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
  return names.reduce((sum, name) => sum + Number(/([\d,]+) (?:aircraft|farther)/.exec(name)?.[1]), 0);
}

const rows = (page: Page) => page.getByRole("region", { name: "List" }).getByRole("listitem");

test("[S674] the map loads when it is opened, under 90 kB; after a restart without a network list and map are equal, by keys alone", async ({
  context,
  page,
}) => {
  await page.goto("/");
  await appStarted(page);
  await workerControls(page);
  await expect(page.getByText("24 aircraft available")).toBeVisible();
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/") && request.serviceWorker() === null) files.add(pathname);
  });
  const isMap = (file: string) => /\/map-/.test(file);
  const before = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(before.filter(isMap)).toEqual([]);
  await page.getByRole("link", { name: "Map" }).click();
  await expect(page.getByText("24 aircraft at 16 airfields.")).toBeVisible();
  await expect.poll(() => [...files].filter((file) => file.includes("map-shapes"))).toHaveLength(1);
  const code = [...files].filter((file) => /\.(js|css|json)$/.test(file));
  expect(code.length).toBeGreaterThan(2);
  expect(code.reduce((sum, file) => sum + gzipped(file), 0)).toBeLessThan(90_000);
  await page.close();

  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto("/map");
  await appStarted(again);
  const map = again.getByRole("application", { name: "Map. Everything on it is in the list." });
  await expect(again.getByText("24 aircraft at 16 airfields.")).toBeVisible();
  await expect(rows(again)).toHaveCount(24);
  await expect.poll(() => aircraftOnMap(again)).toBe(24);
  // Shapes come from the device, too: most of the middle of the states is land, besides edges and names.
  await expectLand(again);

  await map.focus();
  await again.keyboard.press("+");
  await again.keyboard.press("ArrowLeft");
  await expect(again).toHaveURL(/\/map\?at=/);
  // The list stays until the user asks; what left the screen is counted at its edges.
  await expect(rows(again)).toHaveCount(24);
  await expect(again.getByRole("button", { name: /farther/ }).first()).toBeVisible();
  await expect.poll(() => aircraftOnMap(again)).toBe(24);
  await again.getByRole("button", { name: "Search this area" }).press("Enter");
  await expect(again).toHaveURL(/area=/);
  await expect(again.getByRole("heading", { name: "Aircraft in this area" })).toBeVisible();
  await expect.poll(() => rows(again).count()).toBeLessThan(24);
  await expect.poll(async () => (await aircraftOnMap(again)) - (await rows(again).count())).toBe(0);

  // Enter goes into the marks, Escape back.
  await map.focus();
  await again.keyboard.press("Enter");
  const mark = map.locator("button:focus");
  await expect(mark).toHaveAccessibleName(/aircraft/);
  await again.keyboard.press("Escape");
  await expect(map).toBeFocused();
  const tag = map.getByRole("button", { name: /^KAPA .+, K A P A, Centennial, / });
  await tag.press("Enter");
  await expect(tag).toHaveAttribute("aria-pressed", "true");
  const card = again.getByRole("article");
  const chosen = again.getByRole("region", { name: "List" }).locator("a[aria-current=true]");
  await expect(chosen).toContainText("KAPA Centennial");
  await expect(card.getByRole("link", { name: /^View Details/ })).toHaveAttribute(
    "href",
    (await chosen.getAttribute("href"))!,
  );
  const address = again.url();
  await card.getByRole("link", { name: /^View Details/ }).press("Enter");
  await expect(again).toHaveURL(/\/aircraft\//);
  await again.goBack();
  await expect(again).toHaveURL(address);
  await expect(card).toBeVisible();
  await again.goBack();
  await expect(rows(again)).toHaveCount(24);
});

test("[S1270] a moved map stays where it is under the filters and after Back, and a new search shows all again", async ({
  page,
}) => {
  await page.goto("/map");
  await appStarted(page);
  const map = page.getByRole("application");
  await expect(map).toHaveAttribute("aria-busy", "false");
  await page.getByRole("button", { name: "Closer", exact: true }).click();
  await expect(page).toHaveURL(/[?&]at=/);
  const address = page.url();
  await expect(map).toHaveAttribute("aria-busy", "false");
  const placeOf = async () => (await map.getByRole("button", { name: /^KAPA / }).boundingBox())!;
  const place = await placeOf();
  /** Pixels that the mark is away from its first place; addresses round views to about one. */
  const away = async () => {
    const { x, y } = await placeOf();
    return Math.hypot(x - place.x, y - place.y);
  };
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await dialogEntered(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(page.url()).toBe(address);
  expect(await away()).toBeLessThan(2);
  await rows(page).first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/aircraft\//);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect.poll(away).toBeLessThan(2);
  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("Denver, CO");
  await location.press("Enter");
  await expect(page).not.toHaveURL(/[?&]at=/);
  await expect.poll(away).toBeGreaterThan(20);
});

test("[S1288] the marks of a zoom come from a worker, and are the same from the page where it cannot start", async ({
  browser,
  baseURL,
}) => {
  const zoomed = async (hasWorker: boolean) => {
    const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
    if (!hasWorker) await context.route(/marks-worker/, (route) => route.abort());
    const page = await context.newPage();
    await page.addInitScript(recordQuestions);
    await page.goto("/map");
    const map = page.getByRole("application");
    await expect(map.getByRole("button").first()).toBeVisible();
    await expect.poll(() => page.workers().some((one) => one.url().includes("marks-worker"))).toBe(hasWorker);
    for (const name of ["Closer", "Closer", "Farther"]) {
      const last = page.url();
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page).not.toHaveURL(last);
      await expect(map).toHaveAttribute("aria-busy", "false");
    }
    return {
      questions: () => page.evaluate(() => (self as unknown as Recorded).questions),
      marks: () => map.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
      close: () => context.close(),
    };
  };
  const [withWorker, without] = [await zoomed(true), await zoomed(false)];
  expect(await withWorker.questions()).toBeGreaterThan(1);
  expect(await without.questions()).toBe(0);
  await expect.poll(async () => (await withWorker.marks()).length).toBeGreaterThan(5);
  await expect.poll(withWorker.marks).toEqual(await without.marks());
  await Promise.all([withWorker.close(), without.close()]);
});

type Recorded = { questions: number };

/** Counts the marks that the page asks of its worker. Runs in the page. */
function recordQuestions() {
  const recorded = self as unknown as Recorded;
  recorded.questions = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, said: object) {
    if ("find" in said) recorded.questions += 1;
    post.call(this, said);
  };
}

test("[S1127] a press of Farther paints the land once, where the zoom ends", async ({ page }) => {
  await page.goto("/map");
  await appStarted(page);
  await expect(page.getByRole("application")).toHaveAttribute("aria-busy", "false");
  await expectLand(page);
  await page.evaluate(() => {
    const views: string[] = [];
    Object.assign(globalThis, { views });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, said: { paint?: { view: object } }) {
      if (said.paint) views.push(JSON.stringify(said.paint.view));
      postMessage.call(this, said);
    };
  });
  await page.getByRole("button", { name: "Farther" }).click();
  await expect(page).toHaveURL(/[?&]at=/);
  // Letters that come late may paint the same view again.
  const views = await page.evaluate(() => (globalThis as unknown as { views: string[] }).views);
  expect(new Set(views).size).toBe(1);
});

/** How much of a row its list does not show, although it has the height for it. Runs in the page. */
function hiddenPixels(row: Element): number {
  const list = row.closest("ul")!.parentElement!.getBoundingClientRect();
  const { top, bottom, height } = row.getBoundingClientRect();
  const shown = Math.min(bottom, list.bottom) - Math.max(top, list.top);
  return Math.min(height, list.height) - shown;
}

test("[S1128] the row of the chosen airfield is marked and in view, also the last one in large text", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await doubleText(page);
  await page.goto("/map");
  await appStarted(page);
  await expect(rows(page)).toHaveCount(24);
  const ids = await rows(page).evaluateAll((all) => all.map((row) => /K[A-Z0-9]{3}/.exec(row.textContent)?.[0]));
  for (const id of [ids.at(-1), ids[12]]) {
    await page.goto(`/map?field=${id}`);
    const chosen = rows(page).filter({ has: page.locator("[aria-current=true]") });
    await expect(chosen).toContainText(id!);
    await expect.poll(() => chosen.evaluate(hiddenPixels)).toBeLessThan(1);
  }
});
