// Back on a phone closes one overlay per step, and overlays leave no extra history entry.
import { expect, test, type Page } from "@playwright/test";
import { dialogEntered } from "./dialogs.ts";
import { demoLogins, post, signIn, verifiedPerson } from "./people.ts";

test.use({ serviceWorkers: "block" });

test.use({ viewport: { width: 390, height: 844 } });

const dialog = (page: Page) => page.getByRole("dialog");

/** Waits until the history is at an entry of a page: Back passes those that overlays left behind, with the same address. */
async function expectPageEntry(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => (history.state as { overlay?: boolean }).overlay ?? false)).toBe(false);
}

test("Back closes a conversation and stays in the app, after a close, a reload and a step forward too", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const owner = await signIn(await other.newPage(), demoLogins.owner);
  await other.close();
  await verifiedPerson(page, "Noor Haddad");
  await post(page.request, "/api/messages", { receiverId: owner.id, content: "Good morning", aircraftId: null });
  await page.goto("/");
  await page.locator('a[href="/messages"]:visible').click();
  const conversation = page.getByRole("button", { name: new RegExp(owner.name) });
  await conversation.click();
  await expect(dialog(page)).toBeVisible();
  await dialogEntered(page);

  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL("/messages");
  await page.goForward();
  await expect(page).toHaveURL("/messages");
  await expect(dialog(page)).toBeHidden();

  // Opening and closing twice adds no history entry.
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "Close" }).click(),
  ]) {
    await conversation.click();
    await expect(dialog(page)).toBeVisible();
    await close();
    await expect(dialog(page)).toBeHidden();
  }
  await conversation.click();
  await expect(dialog(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => (history.state as { overlay?: boolean }).overlay)).toBe(true);
  await page.reload();
  await expect(conversation).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expectPageEntry(page);
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("Back closes a sheet and keeps its choices, and a link inside adds no history entry", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await dialogEntered(page);
  await dialog(page).getByRole("checkbox", { name: /Jet/ }).check();
  await expect(page).toHaveURL(/types=jet/);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/types=jet/);
  await expect(page.getByRole("button", { name: /^Filters/ })).toContainText("1");

  await page.getByRole("button", { name: "Menu" }).click();
  await dialog(page).getByRole("link", { name: "How It Works" }).click();
  await expect(page).toHaveURL("/how-it-works");
  await expect(dialog(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/\?types=jet/);
  await expectPageEntry(page);
  await page.goForward();
  await expect(page).toHaveURL("/how-it-works");
});
