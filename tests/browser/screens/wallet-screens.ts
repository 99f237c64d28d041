// Scenes of the wallet: certificates and hours with and without a copy, a choice between two edits, two forms, and the question at log-out.
import { expect, type Page } from "@playwright/test";
import { aPage } from "../market.ts";
import { site } from "../people.ts";
import { offline, to } from "../ways.ts";
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

/** The form of a paper with two pages. */
async function addPaper(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add paper" }).click();
  const form = page.getByRole("dialog", { name: "Add paper" });
  await form.locator("[data-choose]").setInputFiles([
    { name: "front.jpg", mimeType: "image/jpeg", buffer: await aPage("Front") },
    { name: "back.jpg", mimeType: "image/jpeg", buffer: await aPage("Back") },
  ]);
  await expect(form.getByRole("img")).toHaveCount(2);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A medical that ends soon, edited without a network while another device edited it too; and an insurance that has ended. */
async function editTwice(page: Page): Promise<void> {
  await fromCopy(page);
  const patch = async (data: object) => {
    const answer = await page.request.patch("/api/wallet", { data, headers: { Origin: site() } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const { papers } = (await (await page.request.get("/api/wallet")).json()) as { papers: { medical: { rev: number } } };
  await offline(page);
  await page.getByRole("button", { name: "Edit medical" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Counts to").fill(inDays(30));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const edit = { base: papers.medical.rev, at: new Date().toISOString(), line: crypto.randomUUID(), n: 1 };
  await patch({ medical: { ...edit, paper: { class: "second", until: inDays(700) } } });
  await patch({ insurance: kept({ hull: 50_000, until: inDays(-20) }) });
  await page.context().setOffline(false);
  await expect(page.getByRole("group", { name: "Medical, changed on two devices" })).toBeVisible();
  await expect(page.getByText(/^Ended/)).toBeVisible();
}

export const walletScreens: Screen[] = [
  {
    name: "wallet-papers",
    who: "newcomer",
    open: async (page) => {
      await fromCopy(page);
      await addPaper(page);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("2 pages. Shown to nobody.")).toBeVisible();
    },
    isWhole: true,
  },
  {
    name: "wallet-add-paper",
    who: "newcomer",
    open: async (page) => {
      await to(page, "/wallet", "Wallet");
      await addPaper(page);
    },
  },
  { name: "wallet-two-edits", who: "newcomer", open: editTwice, isWhole: true },
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
