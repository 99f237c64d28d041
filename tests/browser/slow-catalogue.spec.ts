// On a slow network some buckets of the catalogue still load while a user sorts and filters.
import { choose } from "./choose.ts";
import { workerControls } from "./worker.ts";
import { expect, test, type Page, type Route } from "@playwright/test";

type Listed = { name: string; location: string; type: string; hourlyRate: number };

const count = "[role=status]:has-text('aircraft available')";

/** Delays the files of some locations until `release` is called. */
async function holdPlaces(page: Page, places: readonly string[]) {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/api\/catalogue\/[^/]+\/(base|segment)\//, async (route) => {
    const bucket = route.request().url().split("/api/catalogue/")[1] ?? "";
    const isOfPlace = places.some((place) => bucket.startsWith(place.toLowerCase().replaceAll(" ", "-")));
    if (isHeld && isOfPlace) held.push(route);
    else await route.continue();
  });
  return {
    held,
    release: async () => {
      isHeld = false;
      for (const route of held.splice(0)) await route.continue().catch(() => undefined);
    },
  };
}

test("sorts and filters all aircraft while two locations still load", async ({ page, request }) => {
  const all = (await (await request.get("/api/aircraft")).json()) as Listed[];
  const byPrice = [...all].sort((a, b) => a.hourlyRate - b.hourlyRate);
  const cheapest = byPrice[0]!;
  const other = byPrice.find(({ location }) => location !== cheapest.location)!;
  const slow = [cheapest.location, other.location];
  const ofType = (list: readonly Listed[], type: string) => list.filter((plane) => plane.type === type).length;

  const { held, release } = await holdPlaces(page, slow);
  await page.goto("/");
  await workerControls(page);
  // All other locations are stored; the device requests these two at the same time.
  await expect.poll(() => new Set(held.map((route) => route.request().url().split("/")[5])).size).toBe(2);

  // From here on the stored shell opens, which contains no aircraft.
  await page.goto("/");
  await choose(page.getByRole("combobox", { name: "Sort by" }), "Lowest price");
  const first = page.getByRole("article").first();
  await expect(page.locator(count)).toHaveText(`${all.length} aircraft available`);
  await expect(first).toContainText(cheapest.name);
  await expect(first).toContainText(`$${cheapest.hourlyRate}`);
  await page.getByRole("checkbox", { name: /Single engine/i }).check();
  await expect(page.locator(count)).toHaveText(`${ofType(all, "single-engine")} aircraft available`);
  const types = page.getByRole("group", { name: "Aircraft type" });
  const expectCounts = async () => {
    for (const [label, type] of [
      ["Single engine", "single-engine"],
      ["Jet", "jet"],
    ] as const) {
      const row = types.getByRole("checkbox", { name: new RegExp(`^${label}`, "i") });
      await expect(row).toHaveAccessibleName(new RegExp(` ${ofType(all, type)} aircraft$`));
    }
  };
  await expectCounts();

  await release();
  await expect(page.locator(count)).toHaveText(`${ofType(all, "single-engine")} aircraft available`);
  await expectCounts();
  await expect(first).toContainText(cheapest.name);
});
