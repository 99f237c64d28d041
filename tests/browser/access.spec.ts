// axe finds nothing serious on any screen, in either theme, on phone and desktop.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { openAuthDialog } from "./people.ts";

const screens: [name: string, open: (page: Page) => Promise<void>][] = [
  ["home", (page) => shown(page, "/", "Available Aircraft")],
  ["detail", openDetail],
  ["missing aircraft", (page) => shown(page, "/aircraft/00000000-0000-7000-8000-000000000000", "Aircraft not found")],
  ["forgot password", (page) => shown(page, "/forgot-password", /Forgot/)],
  ["reset password", (page) => shown(page, "/reset-password?token=abc", /password/i)],
  ["not found", (page) => shown(page, "/nowhere", "404 Page Not Found")],
  ["demo mailbox", (page) => shown(page, "/demo/mail", /mail/i)],
  ["auth dialog, log in", (page) => openDialog(page, "Log In")],
  ["auth dialog, sign up", (page) => openDialog(page, "Sign Up")],
];

async function shown(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
}

async function openDetail(page: Page): Promise<void> {
  await shown(page, "/", "Available Aircraft");
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Reviews" })).toBeVisible();
}

async function openDialog(page: Page, button: "Log In" | "Sign Up"): Promise<void> {
  await shown(page, "/", "Available Aircraft");
  await openAuthDialog(page, button);
}

for (const theme of ["light", "dark"] as const) {
  for (const [device, viewport] of [
    ["phone", { width: 390, height: 844 }],
    ["desktop", { width: 1440, height: 900 }],
  ] as const) {
    test.describe(`${theme}, ${device}`, () => {
      test.use({ colorScheme: theme, viewport, reducedMotion: "reduce" });
      for (const [name, open] of screens) {
        test(`axe finds nothing serious on ${name}`, async ({ page }) => {
          await open(page);
          expect(await seriousFindings(page)).toEqual([]);
        });
      }
    });
  }
}
