// Scenes of the wallet: a pilot's certificates and hours, and the forms of hours and medical.
import { expect } from "@playwright/test";
import { to } from "../ways.ts";
import type { Screen } from "./account-screens.ts";

export const walletScreens: Screen[] = [
  {
    name: "wallet",
    who: "pilot",
    open: async (page) => {
      await to(page, "/wallet", "Wallet");
      await expect(page.getByRole("button", { name: /^Stop sharing/ })).toHaveCount(2);
    },
    isWhole: true,
  },
  {
    name: "wallet-hours",
    who: "pilot",
    open: async (page) => {
      await to(page, "/wallet", "Wallet");
      await page.getByRole("button", { name: "Add hours" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "wallet-medical",
    who: "pilot",
    open: async (page) => {
      await to(page, "/wallet", "Wallet");
      await page.getByRole("button", { name: "Edit medical" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];
