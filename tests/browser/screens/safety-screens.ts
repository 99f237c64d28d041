// Scenes of safety between users: blocking, reporting, and what admins see of it.
import { expect, type Page } from "@playwright/test";
import { demoLogins, signIn } from "../people.ts";
import { withSecondFactor } from "../second-factor.ts";
import { offline, openAdmin, openChat, to } from "../ways.ts";
import type { Screen } from "./account-screens.ts";

/** Opens the menu of the first conversation, and chooses an item. */
async function chooseInMenu(page: Page, item: RegExp): Promise<void> {
  await page.getByRole("button", { name: /^More about / }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Reports the first user and the first aircraft, as the signed-in admin. A repeated report is refused, which is fine. */
async function reportSome(page: Page): Promise<void> {
  const headers = { Origin: new URL(page.url()).origin };
  const users = (await (await page.request.get("/api/admin/users")).json()) as { id: string; isAdmin: boolean }[];
  const planes = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  const person = users.find(({ isAdmin }) => !isAdmin);
  const words = "Asked for a deposit in cash before the flight, and would not say what for.";
  for (const data of [
    { targetType: "user", targetId: person?.id, why: "scam", words },
    { targetType: "aircraft", targetId: planes[0]?.id, why: "false-listing" },
  ])
    expect([201, 409]).toContain((await page.request.post("/api/reports", { data, headers })).status());
}

export const safetyScreens: Screen[] = [
  {
    name: "admin-audit",
    who: "admin",
    isWhole: true,
    open: async (page) => {
      await openAdmin(page);
      await page.getByLabel("Reason for your changes (optional)").fill("Saw the licence in a video call");
      const mark = page
        .getByRole("switch", { name: /^Verified, / })
        .and(page.locator(":enabled"))
        .first();
      const was = await mark.isChecked();
      for (const on of [!was, was]) {
        await mark.click();
        await expect(mark).toBeChecked({ checked: on });
        await expect(mark).not.toHaveAttribute("aria-busy");
      }
      await page.getByRole("tab", { name: "Audit Trail" }).click();
      await expect(page.getByRole("table", { name: "Audit trail" }).getByRole("rowheader").first()).toBeVisible();
    },
  },
  {
    name: "admin-reports",
    who: "admin",
    isWhole: true,
    open: async (page) => {
      await openAdmin(page);
      await reportSome(page);
      await to(page, "/admin?view=reports", "Reports");
      await expect(page.getByRole("article").first()).toBeVisible();
    },
  },
  {
    name: "admin-warn",
    who: "admin",
    open: async (page) => {
      await openAdmin(page);
      await reportSome(page);
      await to(page, "/admin?view=reports", "Reports");
      await page.getByRole("button", { name: "Warn" }).first().click();
      await expect(page.getByRole("dialog", { name: /^Warn: / })).toBeVisible();
    },
  },
  {
    name: "admin-remove-factor",
    who: "newcomer",
    open: async (page) => {
      await withSecondFactor(page, "short-final");
      await signIn(page, demoLogins.admin);
      await openAdmin(page);
      await page.getByRole("button", { name: "Reset password of Iris Holm" }).first().click();
      await page.getByRole("button", { name: "Lost the App and All Recovery Codes?" }).click();
      await expect(page.getByRole("dialog", { name: "Remove the second factor?" })).toBeVisible();
    },
  },
  {
    name: "person-menu",
    who: "pilot",
    open: async (page) => {
      await openChat(page, /./);
      await page.getByRole("button", { name: /^More about / }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "block-dialog",
    who: "pilot",
    open: async (page) => {
      await openChat(page, /./);
      await chooseInMenu(page, /^Block /);
      await expect(page.getByRole("alertdialog", { name: /^Block / })).toBeVisible();
    },
  },
  {
    // Without a network the block stays on this device, so later scenes have their conversation.
    name: "chat-blocked",
    who: "pilot",
    open: async (page) => {
      await openChat(page, /./);
      await chooseInMenu(page, /^Block /);
      const question = page.getByRole("alertdialog", { name: /^Block / });
      await expect(question).toBeVisible();
      await offline(page);
      await question.getByRole("button", { name: "Block" }).click();
      await expect(page.getByText(/^You blocked /)).toBeVisible();
    },
  },
  {
    name: "report-dialog",
    who: "pilot",
    open: async (page) => {
      await openChat(page, /./);
      await chooseInMenu(page, /^Report /);
      await expect(
        page
          .getByRole("dialog", { name: /^Report / })
          .getByRole("checkbox")
          .first(),
      ).toBeVisible();
    },
  },
];
