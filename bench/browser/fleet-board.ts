// Measures F1: My Fleet of an owner with 50 aircraft and 2,000 bookings, in a real browser.
import { chromium, type Browser, type Locator, type Page } from "@playwright/test";
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, ofRounds, type Bench, type Measurement } from "../item.ts";
import { addPhones, exchange, signIn, type Phone } from "../sync/people.ts";
import { atServer } from "../sync/place.ts";
import { watch, type Watched } from "./watch.ts";

const AIRCRAFT = 50;
const BOOKINGS = 2000;
const PILOTS = 40;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Opens the page this often. */
const VISITS = 3;
/** Milliseconds after which what an act set off has run. */
const REST = 400;
/** A task below 50 ms blocks no input that a person would notice. */
const bar = atMost(50);

export const fleetBoard: Bench = {
  run: () =>
    atServer(async ({ url, db }) => {
      const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
      try {
        const owner = await seedOwner(db);
        // A command counts once its device is up to date.
        while ((await exchange(url, owner)).more);
        const desktop = await board(browser, url, owner, { width: 1440, height: 900 });
        return [...desktop, ...(await board(browser, url, owner, { width: 390, height: 844 }))];
      } finally {
        await browser.close();
      }
    }),
};

/** Per aircraft 40 bookings: 30 flown, two refused, four accepted and two requested ahead, two cancelled. */
async function seedOwner(db: Knex): Promise<Phone> {
  await seedFleet(db, AIRCRAFT);
  const [owner, ...pilots] = await addPhones(db, PILOTS + 1);
  await db("users").where({ id: owner!.id }).update({ userType: "owner", name: "Marisol Vega" });
  await db("aircraft").update({ ownerId: owner!.id, location: "San Diego CA" });
  const planes: string[] = await db("aircraft").orderBy("id").pluck("id");
  // 16:00 UTC is 08:00 or 09:00 there.
  const morning = Math.floor(Date.now() / DAY_MS) * DAY_MS + 16 * HOUR_MS;
  const rows = Array.from({ length: BOOKINGS }, (_, n) => {
    const place = Math.floor(n / AIRCRAFT);
    const status = place < 30 ? "completed" : (ahead[place - 30] ?? "completed");
    const days = place < 30 ? -2 - 9 * place : place - 29;
    const startDate = new Date(morning + days * DAY_MS + (n % 3) * HOUR_MS);
    return {
      ...{ id: newId(), aircraftId: planes[n % AIRCRAFT], pilotId: pilots[n % PILOTS]!.id, ownerId: owner!.id },
      ...{ startDate, endsAt: new Date(startDate.getTime() + 3 * HOUR_MS), hours: 3, status },
      ...{ totalPrice: 495, totalCents: 49_500, hourlyRate: 150 },
    };
  });
  await db.batchInsert("bookings", rows, 500);
  return owner!;
}

const ahead = [
  ...["accepted", "requested", "accepted", "cancelled", "accepted"],
  ...["requested", "accepted", "declined", "declined", "cancelled"],
];

declare const watched: Watched;

async function board(
  browser: Browser,
  url: string,
  owner: Phone,
  viewport: { width: number; height: number },
): Promise<Measurement[]> {
  const context = await browser.newContext({ viewport });
  try {
    await watch(context);
    await signIn(context, url, owner);
    const page = await context.newPage();
    const open = async () => {
      await page.goto(`${url}/bookings`);
      await page.locator("section[aria-label=Board]").waitFor();
    };
    await open();
    await settled(page);
    const where = viewport.width > 1024 ? "desktop" : "phone";
    const longest: Record<string, number[]> = {};
    const measure = async (what: string, act: () => Promise<unknown>) => {
      await page.evaluate(() => watched.longTasks.splice(0));
      await act();
      await settled(page);
      (longest[what] ??= []).push(Math.max(0, ...(await page.evaluate(() => watched.longTasks))));
    };
    // Playwright finds the button before the measurement, because its search is a long task too.
    const press = async (what: string, button: Locator) => {
      const found = await button.elementHandle();
      await measure(what, async () => await found?.click());
    };
    const named = (name: string | RegExp) => page.getByRole("button", { name });
    for (let visit = 0; visit < VISITS; visit++) {
      await measure("opening", open);
      await press("another week", named("Later week"));
      await press("back to this week", named("Earlier week"));
      if (where === "desktop") {
        await press("the month", page.getByText("Month", { exact: true }));
        await press("the week again", page.getByText("Week", { exact: true }));
      } else await press("another day", page.getByRole("tablist", { name: "Day" }).getByRole("tab").last());
      await press("twelve aircraft more", named(/more aircraft$/));
      await press("My Flights", page.getByRole("tab", { name: "My Flights" }));
      await press("My Fleet again", page.getByRole("tab", { name: "My Fleet" }));
      await measure("an accepted request", () => accept(page, url, owner));
    }
    return Object.entries(longest).map(([what, values]) => ({
      item: "F1",
      what: `longest task on a ${where}: ${what}`,
      ...ofRounds(values),
      unit: "ms",
      bar,
    }));
  } finally {
    await context.close();
  }
}

/** Another device accepts the first request, and the page receives the change. */
async function accept(page: Page, url: string, owner: Phone): Promise<void> {
  // Only the requests have a button that folds them.
  const requests = page.locator("section:has(> button[aria-expanded])");
  const before = await requests.locator("h2").textContent();
  const id = await requests.locator("li").first().getAttribute("data-booking");
  const command = { id: newId(), name: "bookings.setStatus", input: { id, status: "accepted" } };
  const { outcomes } = await exchange(url, owner, [command]);
  if (outcomes[0]?.status !== "applied") throw new Error(`The acceptance is ${JSON.stringify(outcomes[0])}.`);
  await page.waitForFunction(
    (text) => ![...document.querySelectorAll("h2")].some((title) => title.textContent === text),
    before,
  );
}

/** Waits until the page has drawn what it received and does nothing anymore. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(REST);
}
