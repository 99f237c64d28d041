// A catalogue too large for the main thread: a worker reads it, online and offline; without a worker the page does.
import { expect, test, type Page } from "@playwright/test";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { aCard } from "../../pwa/device/testing/scripted-catalogue.ts";
import { appStarted } from "./device.ts";
import { workerControls } from "./worker.ts";

const count = "[role=status]:has-text('aircraft available')";
const generation = "44444444-4444-4444-8444-444444444444";

const cards = (location: string, from: number, to: number): AircraftCard[] =>
  Array.from({ length: to - from }, (_, at) => aCard(from + at, { location }));

const buckets = [
  { bucket: "denver-co", location: "Denver CO", rows: cards("Denver CO", 0, 6000) },
  { bucket: "austin-tx", location: "Austin TX", rows: cards("Austin TX", 6000, 6010) },
];

/** Serves the large catalogue instead of the demo's. */
async function serveMarket(page: Page) {
  const listed = buckets.map(({ bucket, location, rows }) => ({
    bucket,
    location,
    base: 1,
    head: 1,
    oldest: 2,
    rows: rows.length,
  }));
  await page.route("**/api/catalogue", (route) =>
    route.fulfill({ json: { generation, buckets: listed }, headers: { ETag: '"1"' } }),
  );
  for (const { bucket, rows } of buckets) {
    await page.route(`**/api/catalogue/${bucket}/base/1?*`, (route) => route.fulfill({ json: { n: 1, rows } }));
  }
}

const packWorkers = (page: Page) => {
  const seen: string[] = [];
  page.on("worker", (worker) => seen.push(worker.url()));
  return () => seen.filter((url) => url.includes("pack-worker"));
};

/** Jets are every fourth aircraft. */
async function expectMarket(page: Page) {
  await appStarted(page);
  await page.getByRole("checkbox", { name: /Jet/ }).check();
  await expect(page.locator(count)).toHaveText("1,502 aircraft available");
  await page.getByRole("checkbox", { name: /Jet/ }).uncheck();
  await expect(page.locator(count)).toHaveText("6,010 aircraft available");
}

test("a worker loads a large catalogue, online and offline", async ({ page, context }) => {
  const first = packWorkers(page);
  await serveMarket(page);
  await page.goto("/");
  await expect(page.locator(count)).toHaveText("6,010 aircraft available");
  await expectMarket(page);
  expect(first()).toHaveLength(1);
  await workerControls(page);

  await context.setOffline(true);
  const offline = await context.newPage();
  const again = packWorkers(offline);
  await offline.goto("/");
  await expectMarket(offline);
  expect(again()).toHaveLength(1);
  await offline.goto("/?location=Austin+TX");
  await expect(offline.locator(count)).toHaveText("10 aircraft available");
});

test("the page loads all aircraft if the worker cannot be loaded", async ({ page }) => {
  let isAsked = false;
  await page.route("**/assets/pack-worker*", (route) => {
    isAsked = true;
    return route.abort();
  });
  await serveMarket(page);
  await page.goto("/");
  await expectMarket(page);
  expect(isAsked).toBe(true);
});
