// Measures B8 and B9 on a journey: a pilot's phone goes through the screens, at the machine's speed and slowed four times.
import { chromium, type Browser, type Page } from "@playwright/test";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, ofRounds, type Bench, type Measurement } from "../item.ts";
import { addPhones, exchange, messageTo, signIn, type Phone } from "../sync/people.ts";
import { atServer } from "../sync/place.ts";
import { throttle, watch, watchedIn } from "./watch.ts";

const AIRCRAFT = 200;
const CONVERSATIONS = 10;
const ROUNDS = 3;

export const journeys: Bench = {
  name: "journeys",
  run: () =>
    atServer(async ({ url, db }) => {
      const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
      try {
        await seedFleet(db, AIRCRAFT);
        const [pilot, ...others] = (await addPhones(db, CONVERSATIONS + 1)) as [Phone, ...Phone[]];
        for (const other of others) await exchange(url, other, [messageTo(pilot, "Saturday is open until 14:00.")]);
        const found: Measurement[] = [];
        for (const cpu of [1, 4]) {
          const blocks: number[] = [];
          const shifts: number[] = [];
          for (let round = 0; round < ROUNDS; round++) {
            const seen = await journey(browser, url, pilot, cpu);
            blocks.push(seen.longTasks.length);
            shifts.push(seen.shifts.reduce((sum, one) => sum + one, 0));
          }
          // The bars hold as fast as the machine; a slowed phone has a goal.
          const bars = cpu === 1 ? { blocks: { bar: atMost(2) }, shifts: { bar: atMost(0.01) } } : null;
          const what = `on a pilot's journey, ${cpu}× CPU`;
          found.push(
            {
              item: "B8",
              what: `blocks over 50 ms ${what}`,
              unit: "",
              ...ofRounds(blocks),
              ...bars?.blocks,
              goal: atMost(0),
            },
            {
              item: "B9",
              what: `layout shift ${what}`,
              unit: "",
              ...ofRounds(shifts),
              ...bars?.shifts,
              goal: atMost(0),
            },
          );
        }
        return found;
      } finally {
        await browser.close();
      }
    }),
};

/** Home, a card, Back, the search, a conversation and a message, the bookings and the own page. */
async function journey(browser: Browser, url: string, pilot: Phone, cpu: number) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  try {
    await watch(context);
    await signIn(context, url, pilot);
    const page = await context.newPage();
    await throttle(page, cpu);
    await page.goto(url);
    const card = page.locator("article a").first();
    await card.click();
    await page.waitForURL("**/aircraft/**");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await scrolled(page);
    await page.goBack();
    await card.waitFor();
    await page.locator("article button[aria-pressed]").first().click();
    await scrolled(page);
    await tab(page, "Search");
    await page.keyboard.press("Escape");
    await tab(page, "Messages");
    await page.getByText("Saturday is open").first().click();
    await page.getByRole("log").waitFor();
    await page.locator("form textarea").fill("Then 09:00 to 11:00.");
    await page.locator("form button[type=submit]").click();
    await page.getByRole("log").getByText("Then 09:00 to 11:00.").last().waitFor();
    await page.goBack();
    await tab(page, "Bookings");
    await page.waitForURL("**/bookings");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tab(page, "Profile");
    await page.waitForURL("**/profile");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await scrolled(page);
    return await watchedIn(page);
  } finally {
    await context.close();
  }
}

const tab = (page: Page, name: string) => page.locator("nav a, nav button").filter({ hasText: name }).last().click();

/** To the end of the page and back, in steps of a screen. */
async function scrolled(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 700);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}
