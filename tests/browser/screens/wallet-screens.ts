// Scenes of the wallet: certificates and hours with and without a copy, two forms, and the question at log-out.
import { expect, type Page } from "@playwright/test";
import { site } from "../people.ts";
import { to } from "../ways.ts";
import type { Screen } from "./account-screens.ts";

const kept = <Paper>(paper: Paper) => ({ paper, base: 0, at: "2026-11-20T10:00:00.000Z" });
const copy = {
  start: true,
  certificate: kept({ level: "private", classes: "ASEL", number: "3921748" }),
  ratings: kept({ ratings: ["high-performance", "tailwheel"] }),
  medical: kept({ class: "third", until: "2098-05-31" }),
  review: kept({ on: "2026-03-14" }),
  hours: kept({
    ...{ total: 2104, pic: 1480, recent: 92, landings: 11, countedOn: "2026-11-20" },
    types: [
      { type: "C172", hours: 1594 },
      { type: "C182", hours: 145 },
      { type: "PA28R", hours: 310 },
      { type: "SR22", hours: 27 },
    ],
  }),
};

/** The wallet on a new device, from the copy on the server. */
async function fromCopy(page: Page): Promise<void> {
  const answer = await page.request.patch("/api/wallet", { data: copy, headers: { Origin: site() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await to(page, "/wallet", "Wallet");
  await expect(page.getByText("Private, ASEL, no. 3921748")).toBeVisible();
  await expect(page.getByText("On. Your other devices have the wallet once you log in there.")).toBeVisible();
}

export const walletScreens: Screen[] = [
  { name: "wallet-copy", who: "newcomer", open: fromCopy, isWhole: true },
  {
    name: "wallet-log-out",
    who: "newcomer",
    open: async (page) => {
      await fromCopy(page);
      await page.getByRole("switch", { name: "Also on Tailhour, encrypted" }).click();
      await expect(page.getByText("Off. Turn it on to have the wallet on your other devices.")).toBeVisible();
      await page.goto("/profile");
      await page.getByRole("main").getByRole("button", { name: "Log Out" }).click();
      await expect(page.getByRole("dialog", { name: "Log out and lose your wallet?" })).toBeVisible();
    },
  },
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
