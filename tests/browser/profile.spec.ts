// A user edits the profile online and offline, others see it, and listings prevent a change to a pilot account.
import { expect, test, type Browser, type Page } from "@playwright/test";
import { expectAccessible, sizes } from "./axe.ts";
import { dialogLeft } from "./dialogs.ts";
import { demoLogins, freshAddress, signIn, toast } from "./people.ts";

const origin = () => new URL(test.info().project.use.baseURL ?? "").origin;

/** Signs up a new user and opens their profile once their rows are stored on the device. */
async function openFresh(page: Page, name: string): Promise<{ id: string }> {
  const data = { email: freshAddress(), password: "short-final", name, userType: "pilot" };
  const answer = await page.request.post("/api/auth/signup", { data, headers: { Origin: origin() } });
  expect(answer.status()).toBe(201);
  await page.goto("/profile");
  await expect(heading(page, name)).toBeVisible();
  // The app opens offline once the worker controls the page.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return ((await answer.json()) as { user: { id: string } }).user;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const form = (page: Page) => page.getByRole("dialog", { name: "Edit Profile" });

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(form(page).getByLabel("Name")).toBeFocused();
}

/** The profile as another user sees it on another device. */
async function asGuest(browser: Browser, id: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: origin() });
  const page = await context.newPage();
  await page.goto(`/profile/${id}`);
  await look(page);
  await context.close();
}

test("a user changes the profile, and others see it without the address", async ({ page, browser }) => {
  const { id } = await openFresh(page, "Ines Rook");
  await openForm(page);
  await form(page).getByLabel("Name").fill("");
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(form(page).getByText("This field is required")).toBeVisible();
  await form(page).getByLabel("Name").fill("Ines Rook-Hale");
  await form(page).getByLabel("Bio").fill("Tailwheel and mountain flying.\nBased at Centennial.");
  await form(page)
    .getByRole("switch", { name: /I also own aircraft/ })
    .check();
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your profile has been updated.")).toBeVisible();
  await expect(heading(page, "Ines Rook-Hale")).toBeVisible();
  await expect(page.getByText("Aircraft Owner").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "List Your First Aircraft" })).toBeVisible();

  await asGuest(browser, id, async (guest) => {
    await expect(heading(guest, "Ines Rook-Hale")).toBeVisible();
    await expect(guest.getByText("Based at Centennial.")).toBeVisible();
    await expect(guest.getByText(/@example\.test/)).toHaveCount(0);
    await expect(guest.getByRole("button", { name: "Edit Profile" })).toHaveCount(0);
  });

  // Back to a pilot account, which is allowed without listings.
  await openForm(page);
  await form(page)
    .getByRole("switch", { name: /I also own aircraft/ })
    .uncheck();
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "My Aircraft" })).toHaveCount(0);
});

test("[R5] a profile changed offline survives a reload and is sent later", async ({ page, context, browser }) => {
  const { id } = await openFresh(page, "Ravi Shore");
  await context.setOffline(true);
  await openForm(page);
  await form(page).getByLabel("Name").fill("Ravi Shoreham");
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved on this device")).toBeVisible();
  await expect(heading(page, "Ravi Shoreham")).toBeVisible();
  await expect(page.getByRole("main").getByText("Saved on this device")).toBeVisible();

  await dialogLeft(page);
  await page.reload();
  await expect(heading(page, "Ravi Shoreham")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "1 waiting" }).click();
  await expect(page.getByRole("dialog", { name: "Waiting to send" })).toContainText("Changes to your profile");
  await page.keyboard.press("Escape");

  await context.setOffline(false);
  await expect(page.getByRole("main").getByText("Saved on this device")).toHaveCount(0);
  await expect(heading(page, "Ravi Shoreham")).toBeVisible();
  await asGuest(browser, id, async (guest) => expect(heading(guest, "Ravi Shoreham")).toBeVisible());
});

test("an owner with listings stays an owner, and sees the reason", async ({ page }) => {
  await signIn(page, demoLogins.owner);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "My Aircraft" })).toBeVisible();
  await openForm(page);
  await form(page)
    .getByRole("switch", { name: /I also own aircraft/ })
    .uncheck();
  await form(page).getByRole("button", { name: "Save" }).click();
  const reason = "Delete your listings before making this a pilot account.";
  await expect(form(page).getByRole("alert").filter({ hasText: reason })).toBeVisible();
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Aircraft Owner").first()).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: /not sent/ })).toHaveCount(0);
});

test("axe finds nothing serious on the profile and its form", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, demoLogins.owner);
  await page.goto("/profile");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectAccessible(page, [sizes.phone, sizes.desktop]);
  await openForm(page);
  await expectAccessible(page, [sizes.phone, sizes.desktop]);
});
