// axe finds nothing serious on any screen, in either theme, on phone and desktop.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { demoLogins, openAuthDialog, signIn } from "./people.ts";

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
  ["messages", openMessages],
  ["a conversation", openChat],
  ["favorites", openFavorites],
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

/** As the owner, to whom the pilot has written. */
async function openMessages(page: Page): Promise<void> {
  const { id: receiverId } = await signIn(page, demoLogins.owner);
  await signIn(page, demoLogins.pilot);
  await write(page, "/api/messages", { receiverId, content: "Is the block rate still ten hours?", aircraftId: null });
  await signIn(page, demoLogins.owner);
  await shown(page, "/messages", "Messages");
  await expect(page.getByRole("main").getByRole("button", { name: /Owen Fairley/ })).toBeVisible();
}

async function openChat(page: Page): Promise<void> {
  await openMessages(page);
  await page.getByRole("button", { name: /Owen Fairley/ }).click();
  await expect(page.getByRole("log")).toContainText("Is the block rate still ten hours?");
}

async function openFavorites(page: Page): Promise<void> {
  await signIn(page, demoLogins.pilot);
  const [plane] = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  await write(page, "/api/favorites", { aircraftId: plane?.id });
  await shown(page, "/favorites", "My Favorites");
  await expect(page.getByRole("article").first()).toBeVisible();
}

async function write(page: Page, path: string, data: object): Promise<void> {
  const headers = { Origin: test.info().project.use.baseURL ?? "" };
  expect((await page.request.post(path, { data, headers })).ok()).toBe(true);
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
