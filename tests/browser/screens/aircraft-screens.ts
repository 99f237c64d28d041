// Scenes of an aircraft's page: pictures, calendar, and what its owner changes there.
import { expect } from "@playwright/test";
import type { Screen } from "./account-screens.ts";
import { choose } from "../choose.ts";
import { appStarted } from "../device.ts";
import { expectLand } from "../map-land.ts";
import { detail, liveDetail, pickDate, to } from "../ways.ts";

export const aircraftScreens: Screen[] = [
  {
    name: "map",
    who: "guest",
    open: async (page) => {
      await page.goto("/map?near=KMYF&within=400&field=KVNY");
      await appStarted(page);
      await expect(page.getByRole("application").getByRole("button").first()).toBeVisible();
      await expect(page.getByRole("region", { name: "List" }).locator("a[aria-current=true]")).toBeVisible();
      await expectLand(page);
    },
  },
  {
    name: "detail",
    who: "guest",
    isWhole: true,
    open: async (page, market) => {
      await detail(page, market);
      await expect(page.getByRole("heading", { name: "Similar aircraft" })).toBeVisible();
    },
  },
  {
    name: "detail-saved",
    who: "pilot",
    open: async (page, market) => {
      await liveDetail(page, market);
      await expect(page.getByRole("button", { name: /^Saved, remove / })).toBeVisible();
    },
  },
  {
    name: "detail-date",
    who: "pilot",
    isWhole: true,
    open: async (page, market) => {
      await liveDetail(page, market);
      await pickDate(page);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    },
  },
  {
    name: "verified",
    who: "guest",
    open: async (page, market) => {
      await detail(page, market);
      await page.getByRole("button", { name: "Verified" }).first().click();
      await expect(page.getByRole("heading", { name: "Not checked" })).toBeVisible();
    },
  },
  {
    name: "verified-member",
    who: "guest",
    open: async (page, market) => {
      await detail(page, market);
      await page.getByRole("button", { name: "Verified" }).last().click();
      await expect(page.getByText(/confirmed this member/)).toBeVisible();
    },
  },
  {
    name: "detail-calendar",
    who: "pilot",
    open: async (page, market) => {
      await liveDetail(page, market);
      const dates = page.getByRole("button", { name: /Select a date$/ });
      await ((page.viewportSize()?.width ?? 0) < 1024 ? dates.last() : dates.first()).click();
      await expect(page.getByRole("dialog", { name: "Choose a date" }).getByRole("grid").first()).toBeVisible();
    },
  },
  {
    name: "detail-gallery",
    who: "pilot",
    open: async (page, market) => {
      await liveDetail(page, market);
      await page.getByRole("button", { name: /picture 3 of/ }).click();
    },
  },
  {
    name: "detail-viewer",
    who: "pilot",
    open: async (page, market) => {
      await liveDetail(page, market);
      await page.getByRole("button", { name: /full screen$/ }).click();
      await expect(page.getByRole("dialog").getByRole("status")).toContainText("Picture 1 of 3");
    },
  },
  {
    name: "detail-viewer-larger",
    who: "pilot",
    open: async (page, market) => {
      await liveDetail(page, market);
      await page.getByRole("button", { name: /full screen$/ }).click();
      const viewer = page.getByRole("dialog");
      await viewer.press("End");
      await viewer.press("+");
      await expect(viewer.getByRole("status")).toContainText("Picture 3 of 3");
      await expect(viewer.locator("[data-scale]")).not.toHaveAttribute("data-scale", "1");
    },
  },
  {
    name: "detail-own",
    who: "owner",
    open: async (page, market) => {
      const place = market.planes.findIndex(({ ownerId }) => ownerId === market.owner.id);
      await detail(page, market, place);
      await expect(page.getByRole("button", { name: /^Delete/ })).toBeVisible();
    },
  },
  {
    name: "detail-delete",
    who: "owner",
    open: async (page, market) => {
      const place = market.planes.findIndex(({ ownerId }) => ownerId === market.owner.id);
      await detail(page, market, place);
      await page.getByRole("button", { name: /^Delete/ }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "detail-edit",
    who: "owner",
    open: async (page, market) => {
      const place = market.planes.findIndex(({ ownerId }) => ownerId === market.owner.id);
      await detail(page, market, place);
      await page.getByRole("button", { name: /^Edit/ }).first().click();
      await expect(page.getByRole("dialog", { name: "Edit Aircraft" })).toBeVisible();
    },
  },
  {
    name: "availability",
    who: "owner",
    open: async (page, market) => {
      const place = market.planes.findIndex(({ ownerId }) => ownerId === market.owner.id);
      await detail(page, market, place);
      await page.getByRole("button", { name: "Availability" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Availability" });
      await expect(dialog).toBeVisible();
      // A phone shows one day at a time.
      const saturday = dialog.getByRole("button", { name: "Change Saturday" });
      if (await saturday.isVisible()) await saturday.click();
      await dialog.getByRole("button", { name: "Block time" }).click();
      await choose(dialog.getByLabel("Until, at"), "08:00");
      await dialog.getByRole("button", { name: "Add block" }).click();
      await expect(dialog.getByText("The end must be after the start.")).toBeVisible();
    },
  },
  {
    name: "detail-missing",
    who: "guest",
    open: (page) => to(page, "/aircraft/00000000-0000-7000-8000-000000000000", "Aircraft not found"),
  },
];
