// Every screen and every state worth looking at, and the way there.
import { expect, type Page } from "@playwright/test";
import { fillLogin, openAuthDialog } from "../browser/people.ts";
import type { Market, Who } from "./market.ts";

export interface Screen {
  name: string;
  who: Who;
  open: (page: Page, market: Market) => Promise<void>;
  /** The whole page, not only what is in view. */
  isWhole?: boolean;
  /** Only where the way there exists. */
  only?: "phone" | "desktop";
}

async function to(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
}
const home = (page: Page) => to(page, "/", "Available Aircraft");
const detail = (page: Page, { planes }: Market, place = 1) => to(page, `/aircraft/${planes[place]?.id}`, "Reviews");

async function pickDate(page: Page): Promise<void> {
  // The network's markup cannot be pressed yet; hearts come with the code that can.
  await expect(page.getByRole("button", { name: /(to|from) favorites$/ })).toBeVisible();
  const panel = page.getByRole("complementary", { name: "Booking" });
  await panel.getByRole("button", { name: /^Date/ }).click();
  await page.getByRole("gridcell").getByRole("button", { disabled: false }).last().click();
  await panel.getByRole("button", { name: "One hour more" }).click();
}
async function openChat(page: Page, name: string | RegExp): Promise<void> {
  await to(page, "/messages", "Messages");
  await page.getByRole("main").getByRole("button", { name }).click();
  await expect(page.getByRole("log")).toBeVisible();
}
async function offline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline.").first()).toBeVisible();
}
/** Two favorites that have not left the device. */
async function waitingHearts(page: Page): Promise<void> {
  await home(page);
  const add = page.getByRole("button", { name: /^Add .* to favorites$/ });
  await expect(add.first()).toBeEnabled();
  await offline(page);
  await add.nth(0).click();
  await expect(page.getByRole("button", { name: "1 waiting" })).toBeVisible();
  await add.nth(0).click();
  await expect(page.getByRole("button", { name: "2 waiting" })).toBeVisible();
}

export const screens: Screen[] = [
  { name: "home", who: "guest", open: home, isWhole: true },
  { name: "home-signed-in", who: "pilot", open: home },
  {
    name: "home-suggestions",
    who: "guest",
    open: async (page) => {
      await home(page);
      await page.getByRole("combobox", { name: "Location" }).fill("san");
    },
  },
  {
    name: "home-calendar",
    who: "guest",
    open: async (page) => {
      await home(page);
      await page.getByRole("search").getByRole("button", { name: /^Date/ }).click();
      await expect(page.getByRole("grid")).toBeVisible();
    },
  },
  {
    name: "filters",
    who: "guest",
    only: "phone",
    open: async (page) => {
      await home(page);
      await page.getByRole("button", { name: /^Filters/ }).click();
      const drawer = page.getByRole("dialog", { name: "Filters" });
      await drawer.getByRole("checkbox", { name: /Turboprop/ }).check();
      await drawer.getByRole("button", { name: "4", exact: true }).click();
    },
  },
  { name: "home-filtered", who: "guest", open: (page) => to(page, "/?types=turboprop&seats=6", "Available Aircraft") },
  { name: "home-no-match", who: "guest", open: (page) => to(page, "/?location=nowhere", "No aircraft match") },
  { name: "detail", who: "guest", open: (page, market) => detail(page, market), isWhole: true },
  {
    name: "detail-date",
    who: "pilot",
    isWhole: true,
    open: async (page, market) => {
      await detail(page, market);
      await pickDate(page);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    },
  },
  {
    name: "detail-gallery",
    who: "pilot",
    open: async (page, market) => {
      await detail(page, market);
      await page.getByRole("button", { name: /picture 3 of/ }).click();
    },
  },
  {
    name: "detail-own",
    who: "owner",
    open: async (page, market) => {
      const place = market.planes.findIndex(({ ownerId }) => ownerId === market.people.owner.id);
      await detail(page, market, place);
      await expect(page.getByRole("button", { name: /^Delete/ })).toBeVisible();
    },
  },
  {
    name: "detail-delete",
    who: "owner",
    open: async (page, market) => {
      const place = market.planes.findIndex(({ ownerId }) => ownerId === market.people.owner.id);
      await detail(page, market, place);
      await page.getByRole("button", { name: /^Delete/ }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "detail-missing",
    who: "guest",
    open: (page) => to(page, "/aircraft/00000000-0000-7000-8000-000000000000", "Aircraft not found"),
  },
  {
    name: "auth-login",
    who: "guest",
    open: async (page) => {
      await home(page);
      await openAuthDialog(page, "Log In");
    },
  },
  {
    name: "auth-signup",
    who: "guest",
    open: async (page) => {
      await home(page);
      await openAuthDialog(page, "Sign Up");
    },
  },
  {
    name: "auth-refused",
    who: "guest",
    open: async (page) => {
      await home(page);
      await openAuthDialog(page, "Log In");
      await fillLogin(page, { email: "owen@example.test", password: "not-this-one" });
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "menu",
    who: "pilot",
    only: "phone",
    open: async (page) => {
      await home(page);
      await page.getByRole("button", { name: "Menu" }).click();
      await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    },
  },
  { name: "messages", who: "pilot", open: (page) => openList(page) },
  { name: "messages-empty", who: "newcomer", open: (page) => to(page, "/messages", "No messages yet") },
  { name: "chat", who: "owner", open: (page) => openChat(page, /Owen Fairley/) },
  {
    name: "chat-empty",
    who: "newcomer",
    open: async (page, market) => {
      await detail(page, market);
      await page.getByRole("button", { name: "Contact Owner" }).click();
      await expect(page.getByText("No messages yet")).toBeVisible();
    },
  },
  {
    name: "chat-offline",
    who: "pilot",
    open: async (page) => {
      await openChat(page, /Marisol Vega/);
      await offline(page);
      await page.getByRole("textbox", { name: /^Message to/ }).fill("Taxiing out now, no signal on the ramp.");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByRole("log")).toContainText("Waiting for signal");
    },
  },
  {
    name: "favorites",
    who: "pilot",
    isWhole: true,
    open: async (page) => {
      await to(page, "/favorites", "My Favorites");
      await expect(page.getByRole("article").first()).toBeVisible();
    },
  },
  { name: "favorites-empty", who: "newcomer", open: (page) => to(page, "/favorites", "No favorites yet") },
  { name: "favorites-guest", who: "guest", open: favoritesAsGuest },
  {
    name: "favorites-offline",
    who: "newcomer",
    open: async (page) => {
      await waitingHearts(page);
      await page.goto("/favorites");
      await expect(page.getByText("Waiting to sync").first()).toBeVisible();
    },
  },
  {
    name: "queue",
    who: "newcomer",
    open: async (page) => {
      await waitingHearts(page);
      await page.getByRole("button", { name: "2 waiting" }).click();
      await expect(page.getByRole("button", { name: "Send now" })).toBeVisible();
    },
  },
  {
    name: "offline",
    who: "guest",
    open: async (page) => {
      await home(page);
      await offline(page);
    },
  },
  { name: "profile-own", who: "owner", open: (page) => to(page, "/profile", "My Aircraft"), isWhole: true },
  { name: "profile-pilot", who: "pilot", open: (page) => to(page, "/profile", "Owen Fairley") },
  {
    name: "profile-other",
    who: "guest",
    isWhole: true,
    open: (page, { people }) => to(page, `/profile/${people.owner.id}`, "Marisol Vega"),
  },
  { name: "how-it-works", who: "guest", open: (page) => to(page, "/how-it-works", "How It Works"), isWhole: true },
  { name: "verify-email", who: "newcomer", open: (page) => to(page, "/verify-email", "Verify your email") },
  { name: "forgot-password", who: "guest", open: (page) => to(page, "/forgot-password", "Forgot your password?") },
  {
    name: "forgot-password-sent",
    who: "guest",
    open: async (page) => {
      await to(page, "/forgot-password", "Forgot your password?");
      await page.getByLabel("Email").fill("iris@example.test");
      await page.getByRole("button", { name: "Send Reset Link" }).click();
      await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    },
  },
  { name: "reset-password", who: "guest", open: (page) => to(page, "/reset-password?token=x", "Reset password") },
  { name: "reset-password-invalid", who: "guest", open: (page) => to(page, "/reset-password", "Invalid Link") },
  { name: "not-found", who: "guest", open: (page) => to(page, "/nowhere", "404 Page Not Found") },
];

async function openList(page: Page): Promise<void> {
  await to(page, "/messages", "Messages");
  await expect(page.getByRole("main").getByRole("button").first()).toBeVisible();
}

async function favoritesAsGuest(page: Page): Promise<void> {
  await page.goto("/favorites");
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Log in to see your favorites" })).toBeVisible();
}
