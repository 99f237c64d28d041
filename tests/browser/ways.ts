// Steps that lead to the screens and their states.
import { expect, type Page } from "@playwright/test";
import { chooseHours } from "./booking-ways.ts";
import { appStarted } from "./device.ts";
import type { Market } from "./market.ts";
import { startWorker } from "./worker.ts";

/** Opens a page and waits for its heading and the app, so that a scene is never the server's markup. */
export async function to(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await appStarted(page);
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
}
export const home = (page: Page) => to(page, "/", "Available Aircraft");
export async function detail(page: Page, { planes }: Market, place = 1): Promise<void> {
  await to(page, `/aircraft/${planes[place]?.id}`, "Reviews");
}
/** The same, but waits for the app: the server's markup has no favorite buttons. */
export async function liveDetail(page: Page, market: Market): Promise<void> {
  await detail(page, market);
  await expect(page.getByRole("button", { name: /(to|from) favorites$/ }).first()).toBeVisible();
}

export async function pickDate(page: Page): Promise<void> {
  await chooseHours(page, 1);
}
export async function openChat(page: Page, name: string | RegExp): Promise<void> {
  await to(page, "/messages", "Messages");
  await page.getByRole("main").getByRole("button", { name }).first().click();
  await expect(page.getByRole("log")).toBeVisible();
}
export async function offline(page: Page): Promise<void> {
  await startWorker(page);
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline.").first()).toBeVisible();
}
/** Two favorites that wait on an offline device. */
export async function waitingHearts(page: Page): Promise<void> {
  await home(page);
  const add = page.getByRole("button", { name: /^Add .* to favorites$/ });
  // Waits until the favorites are loaded: before that the buttons have no state.
  await expect(add.first()).toHaveAttribute("aria-pressed", "false");
  await offline(page);
  await add.nth(0).click();
  await expect(page.getByRole("button", { name: "1 waiting" })).toBeVisible();
  await add.nth(0).click();
  await expect(page.getByRole("button", { name: "2 waiting" })).toBeVisible();
}
/** A favorite that a failing server has rejected three times. */
export async function troubledHeart(page: Page): Promise<void> {
  // Blocks the worker, because the page does not count the worker's attempts.
  await page.route("**/sw.js", (route) => route.abort());
  await page.route("**/api/sync", (route) => route.fulfill({ status: 503, body: "" }));
  await home(page);
  await page
    .getByRole("button", { name: /^Add .* to favorites$/ })
    .first()
    .click();
  await expect(page.getByText("Tailhour has trouble answering.").first()).toBeVisible();
}

export async function openList(page: Page): Promise<void> {
  await to(page, "/messages", "Messages");
  await expect(page.getByRole("main").getByRole("button").first()).toBeVisible();
}

export async function flights(page: Page): Promise<void> {
  await to(page, "/bookings", "My Flights");
  await expect(page.getByRole("article")).toBeVisible();
}

export async function favoritesAsGuest(page: Page): Promise<void> {
  await page.goto("/favorites");
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Log in to see your favorites" })).toBeVisible();
}

/** Opens a page and waits for its cards. */
export async function withCards(page: Page, path: string, heading: string): Promise<void> {
  await to(page, path, heading);
  await expect(page.getByRole("article").first()).toBeVisible();
}

export async function openAdmin(page: Page): Promise<void> {
  await to(page, "/admin", "Admin Dashboard");
  await expect(page.getByRole("table", { name: "Users" }).getByRole("rowheader").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Aircraft" }).getByRole("rowheader").first()).toBeVisible();
}

/** Uses the header on a desktop, the menu on a phone. */
export async function openListing(page: Page): Promise<void> {
  await home(page);
  await expect(page.getByRole("button", { name: /favorites$/ }).first()).toBeVisible();
  // The footer has the same button: press the one of the header, or of the menu that holds it on a phone.
  const inHeader = page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" });
  if (await inHeader.isVisible()) await inHeader.click();
  else {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "List Your Aircraft" }).click();
  }
  await expect(page.getByRole("dialog", { name: "List Your Aircraft" })).toBeVisible();
}
