// Scenes of the account screens (sign-up, log-in, codes, passwords) and of the admin's screens.
import { expect, type Page } from "@playwright/test";
import { fillLogin, openAuthDialog } from "../people.ts";
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
};

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
