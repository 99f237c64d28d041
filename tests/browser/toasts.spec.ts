// A toast covers no button at the bottom of the screen, and its text is true.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { doubleText } from "./large-text.ts";
import { openMarket } from "./market.ts";
import { demoLogins, signIn, signUp, toast } from "./people.ts";
import { home, openAdmin } from "./ways.ts";

test.use({ serviceWorkers: "block", reducedMotion: "reduce" });

/** Buttons in a part of the screen that something else covers. */
function coveredButtons(part: Locator): Promise<string[]> {
  return part.evaluate((box) =>
    [...box.querySelectorAll("button, a")]
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const places = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
          [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint(x, y)),
        );
        return places.some((hit) => hit !== null && !box.contains(hit));
      })
      .map((button) => button.textContent),
  );
}

/** Whether the toast with these words covers a part of a control; null without that toast, which closes by itself. */
async function isUnderToast(page: Page, words: string, control: Locator): Promise<boolean | null> {
  const note = await toast(page, words).locator("xpath=ancestor::li").boundingBox({ timeout: 1000 });
  const box = await control.boundingBox();
  if (!note || !box) return null;
  const isBeside = box.x >= note.x + note.width || note.x >= box.x + box.width;
  return !isBeside && box.y < note.y + note.height && note.y < box.y + box.height;
}

async function expectUncovered(page: Page, words: string, part: Locator): Promise<void> {
  await expect(toast(page, words)).toBeInViewport({ ratio: 1 });
  await expect.poll(() => coveredButtons(part)).toEqual([]);
}

test("a toast covers no button of its dialog on phones and a desktop", async ({ page }) => {
  await signIn(page, demoLogins.admin);
  await openAdmin(page);
  // Other tests sign up users, who are at the top of the list.
  await page.getByRole("searchbox", { name: "Find a user" }).fill("Marisol Vega");
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 1024, height: 500 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole("button", { name: "Reset password of Marisol Vega" }).click();
    const dialog = page.getByRole("dialog", { name: "Reset password" });
    await dialog.getByLabel("New password", { exact: true }).fill("short");
    await dialog.getByRole("button", { name: "Reset Password" }).click();
    await expectUncovered(page, "Invalid Password", dialog.locator("footer"));
    // Also after the dialog changes its size.
    await page.setViewportSize({ ...size, height: size.height - 60 });
    await expectUncovered(page, "Invalid Password", dialog.locator("footer"));
    // Escape closes the newest first: the toast, then its dialog.
    await page.keyboard.press("Escape");
    await expect(toast(page, "Invalid Password")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("a toast covers no bar of a phone, also with the browser's text at 200 %", async ({ page, browser }) => {
  const { planes } = await openMarket(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto(`/aircraft/${planes[1]?.id}`);
  const bar = page.locator("[data-pinned]").first();
  const sheet = page.getByRole("dialog", { name: "Choose a date" });
  await page.evaluate(() => document.documentElement.style.setProperty("scroll-behavior", "auto"));
  await bar.getByRole("button", { name: "Book Now" }).click();
  await expect(toast(page, "Date required")).toBeVisible();
  await expectUncovered(page, "Date required", sheet.locator("footer"));
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await expectUncovered(page, "Date required", bar);
});

test("with text at 200 % a toast covers neither the main button nor, where it fits, the focused field", async ({
  page,
}) => {
  await signUp(page, "Iris Holm");
  await doubleText(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/verify-email");
    const form = page.locator("main form");
    await form.getByRole("button", { name: "Verify", exact: true }).click();
    await expect(form.getByLabel("Code")).toBeFocused();
    await expect(toast(page, "Invalid code")).toBeInViewport({ ratio: 1 });
    const verify = form.getByRole("button", { name: "Verify", exact: true });
    await expect.poll(() => isUnderToast(page, "Invalid code", verify)).toBe(false);
    // On the smaller screen no place is left that is free of both.
    if (size.width === 390)
      await expect.poll(() => isUnderToast(page, "Invalid code", form.getByLabel("Code"))).toBe(false);
  }
});

test("a favorite's toast says waiting until the server has it, then added", async ({ page }) => {
  await signUp(page, "Iris Holm");
  // Blocks the worker, because this route does not see its requests.
  await page.route("**/sw.js", (route) => route.abort());
  let isInTrouble = true;
  await page.route("**/api/sync", (route) => (isInTrouble ? route.fulfill({ status: 503 }) : route.continue()));
  await home(page);
  const heart = page.getByRole("button", { name: /^Add .* to favorites$/ }).first();
  await heart.click();
  await expect(page.getByRole("button", { name: "1 waiting" })).toBeVisible();
  // The toast of the next favorite arrives while the sheet is open, and rises above it. Opening the sheet would close it.
  await heart.evaluate((next: HTMLElement) => {
    next.click();
    const buttons = [...document.querySelectorAll<HTMLElement>("button[aria-haspopup=dialog]")];
    buttons.find(({ textContent }) => /waiting|Sending/.test(textContent))!.click();
  });
  const sheet = page.getByRole("dialog", { name: "Waiting to send" });
  const note = toast(page, "Saved on this device");
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(sheet).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await note.boundingBox(), await sheet.boundingBox()];
      return above && below ? above.y + above.height <= below.y : null;
    })
    .toBe(true);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(toast(page, "Added to favorites")).toHaveCount(0);
  isInTrouble = false;
  await expect(page.getByRole("button", { name: /^\d+ waiting$/ })).toHaveCount(0, { timeout: 20_000 });
  await heart.click();
  await expect(toast(page, "Added to favorites")).toBeVisible();
});
