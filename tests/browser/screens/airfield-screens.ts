// Scenes of airfields: the list of the field Location, a list near an airfield, and the airfield of an aircraft.
import { expect, type Page } from "@playwright/test";
import { home, offline, to } from "../ways.ts";
import type { Screen } from "./account-screens.ts";

const location = (page: Page) => page.getByRole("combobox", { name: "Location" });

export const airfieldScreens: Screen[] = [
  {
    name: "home-suggestions",
    who: "guest",
    open: async (page) => {
      await home(page);
      await page.getByRole("combobox", { name: "Location" }).fill("MYF");
      await expect(page.getByRole("option", { name: /^Aircraft at K M Y F/ }).first()).toBeVisible();
    },
  },
  {
    name: "home-near",
    who: "guest",
    open: async (page) => {
      await to(page, "/?near=KMYF&within=150", "Available Aircraft");
      await expect(page.getByText("108 nm, 40 min at 160 kts")).toBeVisible();
    },
  },
  {
    name: "home-suggestions-offline",
    who: "guest",
    open: async (page) => {
      await home(page);
      await location(page).fill("MYF");
      // All aircraft are on this device then.
      await expect(page.getByRole("option", { name: /^Aircraft at K M Y F/ }).first()).toBeVisible();
      await offline(page);
      await expect(page.getByText(/^Airfields are on this (phone|device), 19,113 of them\./)).toBeVisible();
    },
  },
  {
    name: "home-position-refused",
    who: "guest",
    only: "phone",
    open: async (page) => {
      await home(page);
      await location(page).click();
      // The browser of the tests refuses every position.
      await page.getByRole("option", { name: "Near my position" }).click();
      await expect(page.getByText("Position is off for this site. Type an airfield instead.").first()).toBeVisible();
    },
  },
  {
    name: "home-unknown-airfield",
    who: "guest",
    only: "desktop",
    open: async (page) => {
      await home(page);
      await location(page).fill("XYZ");
      await expect(page.getByText(/^No airfield or place called XYZ\./).first()).toBeVisible();
    },
  },
  {
    name: "airfield",
    who: "guest",
    open: async (page) => {
      await to(page, "/?near=KDVT", "Available Aircraft");
      // The list is in the order of distance from KDVT, and the last aircraft has a large airfield.
      await page.getByRole("link", { name: /^View Details, Cessna 172S/ }).click();
      const source = page.getByText("Not for navigation.", { exact: true });
      await expect(source).toBeVisible();
      await expect(page.getByText(/no wind$/)).toBeVisible();
      await page.getByRole("heading", { name: "Airfield", exact: true }).scrollIntoViewIfNeeded();
      await source.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
    },
  },
];
