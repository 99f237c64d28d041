// All screens and their states, with the steps to reach them.
import { expect } from "@playwright/test";
import { accountScreens, type Screen } from "./account-screens.ts";
import { aircraftScreens } from "./aircraft-screens.ts";
import { airfieldScreens } from "./airfield-screens.ts";
import { bookingScreens } from "./booking-screens.ts";
import { flightScreens } from "./flight-screens.ts";
import { packScreens } from "./pack-screens.ts";
import { pictureScreens } from "./picture-screens.ts";
import { safetyScreens } from "./safety-screens.ts";
import { waitingScreens } from "./waiting-screens.ts";
import { walletScreens } from "./wallet-screens.ts";
import {
  favoritesAsGuest,
  flights,
  home,
  liveDetail,
  offline,
  openChat,
  openList,
  openListing,
  to,
  troubledHeart,
  waitingHearts,
  withCards,
} from "../ways.ts";

export const screens: Screen[] = [
  ...accountScreens,
  ...waitingScreens,
  ...bookingScreens,
  ...flightScreens,
  ...aircraftScreens,
  ...packScreens,
  ...airfieldScreens,
  ...walletScreens,
  ...safetyScreens,
  ...pictureScreens,
  { name: "home", who: "guest", open: home },
  { name: "home-signed-in", who: "pilot", open: home },
  {
    name: "home-pressed",
    who: "guest",
    open: async (page) => {
      await home(page);
      const link = page.getByRole("link", { name: /^View Details/ }).first();
      await link.scrollIntoViewIfNeeded();
      await link.hover();
      await page.mouse.down();
    },
  },
  {
    name: "home-searches",
    who: "pilot",
    open: async (page) => {
      await home(page);
      await page.getByRole("button", { name: "Saved searches 2" }).click();
      await expect(page.getByRole("button", { name: "Edit Jets in Phoenix" })).toBeVisible();
    },
  },
  {
    name: "search-tab",
    who: "pilot",
    only: "phone",
    open: async (page) => {
      await to(page, "/", "Available Aircraft");
      // By then the pilot is known, whose search it is.
      await expect(page.getByRole("button", { name: "Saved searches 2" })).toBeVisible();
      await page.getByRole("combobox", { name: "Location" }).fill("Denver CO");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/location=Denver/);
      await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Search" }).click();
      await expect(page.getByRole("heading", { name: "Recent searches" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Saved searches" })).toBeVisible();
    },
  },
  {
    name: "search-tab-new",
    who: "guest",
    only: "phone",
    open: async (page) => {
      await to(page, "/how-it-works", "How It Works");
      await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Search" }).click();
      await expect(page.getByText("Searches that you make are one tap away here.")).toBeVisible();
    },
  },
  {
    name: "search-edit",
    who: "pilot",
    open: async (page) => {
      await to(page, "/?types=turboprop&seats=6", "Available Aircraft");
      await page.getByRole("button", { name: "Saved searches 2" }).click();
      await page.getByRole("button", { name: "Edit Jets in Phoenix" }).click();
      await expect(page.getByRole("dialog", { name: "Edit saved search" })).toBeVisible();
    },
  },
  {
    name: "home-select",
    who: "guest",
    open: async (page) => {
      await home(page);
      await page.getByRole("combobox", { name: "Aircraft type" }).click();
      await expect(page.getByRole("option", { name: "Jet" })).toBeVisible();
    },
  },
  {
    name: "home-calendar",
    who: "guest",
    open: async (page) => {
      await home(page);
      await page.getByRole("search").getByRole("button", { name: /^Date/ }).click();
      await expect(page.getByRole("grid").first()).toBeVisible();
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
  {
    name: "listing",
    who: "owner",
    open: async (page) => {
      await openListing(page);
      const dialog = page.getByRole("dialog", { name: "List Your Aircraft" });
      await dialog.getByLabel("Hourly rate").fill("0");
      await dialog.getByRole("button", { name: "List Aircraft" }).click();
      await expect(dialog.getByText("Hourly rate must be at least $1")).toBeVisible();
    },
  },
  {
    name: "listing-pilot",
    who: "pilot",
    open: async (page) => {
      await openListing(page);
      await page.getByRole("combobox", { name: "Home airport" }).fill("san diego");
      await expect(page.getByRole("option", { name: /^K M Y F/ })).toBeVisible();
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
  { name: "bookings", who: "pilot", isWhole: true, open: flights },
  {
    name: "bookings-fleet",
    who: "owner",
    isWhole: true,
    open: async (page) => {
      await to(page, "/bookings", "My Fleet");
      const requests = page.getByRole("region", { name: /to answer$/ });
      // A phone folds them into one row.
      const fold = requests.getByRole("button", { name: /to answer/ });
      await expect(requests).toBeVisible();
      if (await fold.isVisible()) await fold.click();
      await expect(requests.getByRole("button", { name: /^Accept/ })).toBeVisible();
    },
  },
  {
    name: "bookings-offline",
    who: "pilot",
    open: async (page) => {
      await flights(page);
      await offline(page);
    },
  },
  { name: "messages", who: "pilot", open: (page) => openList(page) },
  { name: "messages-empty", who: "newcomer", open: (page) => to(page, "/messages", "No messages yet") },
  {
    name: "chat",
    who: "owner",
    open: async (page, { pilot }) => {
      await openChat(page, pilot.name);
      // The card of the request is complete, and the conversation is read.
      await expect(page.getByRole("button", { name: /^Minima/ }).last()).toBeVisible();
      await expect(page.getByRole("button", { name: /^Accept/ }).last()).toBeVisible();
      await expect(page.locator("main [aria-current=true]").getByText("New", { exact: true })).toHaveCount(0);
      await expect(page.getByRole("textbox", { name: /^Message to/ })).toBeFocused();
    },
  },
  {
    name: "chat-empty",
    who: "newcomer",
    open: async (page, market) => {
      await liveDetail(page, market);
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
    open: (page) => withCards(page, "/favorites", "My Favorites"),
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
      const queue = page.getByRole("dialog", { name: "Waiting to send" });
      await expect(queue.getByRole("button", { name: /^Delete/ })).toHaveCount(2);
      await expect(queue.getByText(/ Demo Data/)).toHaveCount(2);
      await expect(queue.getByRole("button", { name: "Send now" })).toBeVisible();
    },
  },
  { name: "trouble", who: "newcomer", open: troubledHeart },
  {
    name: "queue-trouble",
    who: "newcomer",
    open: async (page) => {
      await troubledHeart(page);
      await page.getByRole("button", { name: "1 waiting" }).click();
      await expect(page.getByText("Could not be sent several times.")).toBeVisible();
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
  { name: "profile-own", who: "owner", open: (page) => withCards(page, "/profile", "My Aircraft"), isWhole: true },
  { name: "profile-pilot", who: "pilot", open: (page, { pilot }) => to(page, "/profile", pilot.name) },
  {
    name: "profile-other",
    who: "guest",
    isWhole: true,
    open: (page, { owner }) => withCards(page, `/profile/${owner.id}`, "Marisol Vega"),
  },
  {
    name: "settings",
    who: "pilot",
    isWhole: true,
    open: async (page) => {
      await to(page, "/settings", "Notifications");
      await expect(page.getByText(/^This (computer|phone|tablet)$/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Delete Jets in Phoenix" })).toBeVisible();
    },
  },
  { name: "how-it-works", who: "guest", open: (page) => to(page, "/how-it-works", "How It Works"), isWhole: true },
  { name: "not-found", who: "guest", open: (page) => to(page, "/nowhere", "404 Page Not Found") },
];
