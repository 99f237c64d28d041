// A new device whose link loses the code that applies changes of the catalogue.
import { expect, test, type Page } from "@playwright/test";
import type { Manifest } from "../../shared/sync.ts";
import { demoLogins, signIn, site } from "./people.ts";

// A worker would bring the code with all others.
test.use({ serviceWorkers: "block" });

/** The locations that the device holds, by the names of their buckets. */
function heldBuckets(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("catalogue");
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction("buckets").objectStore("buckets").getAllKeys();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return [...reading.result].sort();
  });
}

const isChanged = ({ base, head }: Manifest["buckets"][number]) => base < head;

test("[S1342] it holds all locations without changes at once, and the others when the code comes", async ({
  page,
  browser,
  request,
}) => {
  const owner = await signIn(page, demoLogins.owner);
  const planes = (await (await request.get("/api/aircraft")).json()) as { id: string; ownerId: string }[];
  const own = planes.find(({ ownerId }) => ownerId === owner.id)!;
  const manifest = async () => (await (await request.get("/api/catalogue")).json()) as Manifest;
  const changed = { data: { description: `Flown on ${Date.now()}` }, headers: { Origin: site() } };
  expect((await page.request.patch(`/api/aircraft/${own.id}`, changed)).status()).toBe(200);
  await expect.poll(async () => (await manifest()).buckets.some(isChanged)).toBe(true);

  const context = await browser.newContext({ baseURL: site(), serviceWorkers: "block" });
  const visitor = await context.newPage();
  let lost = 0;
  await visitor.route(/\/assets\/segments-/, (route) => {
    lost++;
    return route.abort();
  });
  const asked = visitor.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/catalogue");
  await visitor.goto("/");
  // Other tests change aircraft meanwhile, so only what this device received counts.
  const { buckets } = (await (await asked).json()) as Manifest;
  const namesOf = (some: Manifest["buckets"]) => some.map(({ bucket }) => bucket).sort();
  expect(buckets.filter(isChanged)).not.toEqual([]);
  await expect.poll(() => heldBuckets(visitor)).toEqual(namesOf(buckets.filter((one) => !isChanged(one))));
  expect(lost).toBeGreaterThan(0);

  await visitor.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => heldBuckets(visitor)).toEqual(expect.arrayContaining(namesOf(buckets)));
  await context.close();
});
