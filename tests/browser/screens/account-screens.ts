// Scenes of the account screens (sign-up, log-in, codes, passwords) and of the admin's screens.
import { expect, type Page } from "@playwright/test";
import { dialogEntered } from "../dialogs.ts";
import { fillLogin, openAuthDialog, signUp } from "../people.ts";
import { appCode, startSecondFactor, withSecondFactor } from "../second-factor.ts";
import type { Market, Who } from "../market.ts";
import { home, openAdmin, to } from "../ways.ts";

export type Screen = {
  name: string;
  who: Who;
  open: (page: Page, market: Market) => Promise<void>;
  /** True for a screenshot of the whole page. */
  isWhole?: boolean;
  /** Set for a scene that exists on this kind of screen only. */
  only?: "phone" | "desktop";
  /** True for a scene that changes what stays with its page: init scripts, the speed of its network. */
  leaves?: boolean;
};

/** Of `signUp`. */
const NEWCOMER_PASSWORD = "short-final";

export const accountScreens: Screen[] = [
  {
    name: "footer",
    who: "guest",
    open: async (page) => {
      await to(page, "/help/verified", "What Verified Means");
      const license = page.getByRole("link", { name: "Software license" });
      await license.scrollIntoViewIfNeeded();
      await expect(license).toBeInViewport();
    },
  },
  { name: "terms", who: "guest", open: (page) => to(page, "/legal/terms", "Terms"), isWhole: true },
  { name: "privacy", who: "guest", open: (page) => to(page, "/legal/privacy", "Privacy"), isWhole: true },
  { name: "license", who: "guest", open: (page) => to(page, "/legal/license", "Software License") },
  {
    name: "bookings-help",
    who: "guest",
    isWhole: true,
    open: (page) => to(page, "/help/bookings", "Bookings and Cancellation"),
  },
  {
    name: "account",
    who: "pilot",
    isWhole: true,
    open: async (page) => {
      await to(page, "/account", "Account");
      await expect(page.getByRole("link", { name: "Download My Data" })).toBeVisible();
    },
  },
  {
    name: "account-delete",
    who: "pilot",
    open: async (page) => {
      await to(page, "/account", "Account");
      await page.getByRole("button", { name: "Delete Account" }).click();
      await expect(page.getByRole("dialog", { name: "Delete your account?" })).toBeVisible();
    },
  },
  {
    name: "second-factor-qr",
    who: "newcomer",
    open: async (page) => {
      await to(page, "/account", "Account");
      await startSecondFactor(page, NEWCOMER_PASSWORD);
    },
  },
  {
    name: "second-factor-codes",
    who: "newcomer",
    open: async (page) => {
      await to(page, "/account", "Account");
      const key = await startSecondFactor(page, NEWCOMER_PASSWORD);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Code", { exact: true }).fill(appCode(key));
      await dialog.getByRole("button", { name: "Turn On" }).click();
      await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
    },
  },
  {
    name: "change-email-code",
    who: "newcomer",
    isWhole: true,
    open: async (page) => {
      await withSecondFactor(page, NEWCOMER_PASSWORD);
      await to(page, "/account", "Account");
      await page.getByRole("button", { name: "Change Email" }).click();
      await expect(page.getByRole("region", { name: "E-mail address" }).getByLabel("Code")).toBeVisible();
      await expect(page.getByText("Please enter your new email address").first()).toBeVisible();
    },
  },
  {
    name: "change-password-code",
    who: "newcomer",
    open: async (page) => {
      await withSecondFactor(page, NEWCOMER_PASSWORD);
      await to(page, "/settings", "Notifications");
      const code = page.getByRole("region", { name: "Change password" }).getByLabel("Code");
      await code.scrollIntoViewIfNeeded();
      await expect(code).toBeInViewport();
    },
  },
  {
    name: "passkey-add",
    who: "newcomer",
    open: async (page) => {
      await to(page, "/account", "Account");
      await page.getByRole("button", { name: "Add a Passkey" }).click();
      await expect(page.getByRole("dialog", { name: "Add a passkey" })).toBeVisible();
      await dialogEntered(page);
    },
  },
  {
    name: "confirm-email",
    who: "guest",
    open: (page) => to(page, "/confirm-email?token=none", "Confirm the new address"),
  },
  { name: "contact", who: "guest", open: (page) => to(page, "/help/contact", "Contact") },
  {
    name: "auth-login",
    who: "guest",
    open: async (page) => {
      await home(page);
      await openAuthDialog(page, "Log In");
    },
  },
  {
    name: "auth-code",
    who: "guest",
    open: async (page) => {
      const person = await signUp(page, "Iris Holm");
      await withSecondFactor(page, person.password);
      await page.context().clearCookies();
      await home(page);
      await openAuthDialog(page, "Log In");
      await fillLogin(page, person);
      await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
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
  {
    name: "reset-password-invalid",
    who: "guest",
    async open(page) {
      await to(page, "/reset-password", "Invalid Link");
      // The redirect waits while its button has the focus.
      await page.getByRole("link", { name: "Request New Link" }).focus();
    },
  },
  { name: "demo-mail", who: "guest", open: (page) => to(page, "/demo/mail?to=iris@example.test", "Demo mailbox") },
  { name: "admin", who: "admin", open: openAdmin, isWhole: true },
  {
    name: "admin-switch",
    who: "admin",
    open: async (page) => {
      await openAdmin(page);
      await page
        .getByRole("switch", { name: /^Admin, / })
        .and(page.locator(":enabled"))
        .first()
        .click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
];
