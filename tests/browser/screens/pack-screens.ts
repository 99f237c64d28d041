// Scenes of packs: their rows in Favorites, and the page with everything on the device.
import { expect, type Page } from "@playwright/test";
import type { Screen } from "./account-screens.ts";
import type { Market } from "../market.ts";
import { to, withCards } from "../ways.ts";

const MB = 1_048_576;

/** Packs as an earlier visit may have left them: one had no room, one was cleared by the browser. There is no more room since. */
async function leaveTrouble(page: Page, { pilot }: Market): Promise<void> {
  const room = { quota: 100 * MB, usage: 97.9 * MB };
  await page.addInitScript((left) => {
    navigator.storage.estimate = () => Promise.resolve(left);
  }, room);
  const cards = page.getByRole("article").getByRole("link", { name: /^View Details/ });
  const hrefs = await cards.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const [first = "", second = first] = hrefs.map((href) => href.split("/").at(-1) ?? "");
  const found = new Date();
  found.setHours(6, 12);
  const packs = [
    { id: first, name: "Cessna 172S Skyhawk", state: "full", at: null, bytes: 6.4 * MB, free: 2.1 * MB },
    { id: second, name: "Cirrus SR22 G5", state: "cleared", at: found.toISOString(), bytes: 7.1 * MB },
  ];
  await page.evaluate(([key, list]) => localStorage.setItem(key!, list!), [`packs:${pilot.id}`, JSON.stringify(packs)]);
}

async function keepFirst(page: Page): Promise<void> {
  await withCards(page, "/favorites", "My Favorites");
  await page
    .getByRole("button", { name: /^Keep .* on this device$/ })
    .first()
    .click();
  await expect(page.getByText(/^Kept/).first()).toBeVisible();
}

export const packScreens: Screen[] = [
  { name: "packs", who: "pilot", isWhole: true, open: keepFirst },
  {
    name: "packs-trouble",
    who: "pilot",
    leaves: true,
    isWhole: true,
    open: async (page, market) => {
      await withCards(page, "/favorites", "My Favorites");
      await leaveTrouble(page, market);
      await withCards(page, "/favorites", "My Favorites");
      await expect(page.getByText("Needs 6.4 MB, 2.1 MB is free.")).toBeVisible();
    },
  },
  {
    name: "on-this-device",
    who: "pilot",
    isWhole: true,
    open: async (page) => {
      await keepFirst(page);
      await to(page, "/on-this-device", "On this device");
      await expect(page.getByRole("img", { name: /: packs .*, catalogue and airfields/ })).toBeVisible();
    },
  },
];
