// The list of a select: hangs from its field on a desktop, and loses no key or press while its code loads.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { appStarted } from "./device.ts";
import { dialogEntered } from "./dialogs.ts";

test.use({ serviceWorkers: "block" });

const sort = (page: Page) => page.getByRole("combobox", { name: "Sort by" });
const kind = (page: Page) => page.getByRole("combobox", { name: "Aircraft type" });
const list = (page: Page) => page.getByRole("listbox");

/** Text of the option that Enter would choose. */
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant");
    return id ? (document.getElementById(id)?.textContent ?? null) : null;
  });

test("a list takes the keys pressed before it was loaded, hangs from its field, and chooses by keyboard", async ({
  page,
}) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/select-list-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await appStarted(page);
  // Escape works while the code loads, and the focus stays at the field.
  await sort(page).press("ArrowDown");
  await expect(sort(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(sort(page)).toHaveAttribute("aria-expanded", "false");
  await expect(sort(page)).toBeFocused();
  // Opened, down twice, chosen: all before the list is there.
  for (const key of ["Enter", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  release();
  await expect(sort(page)).toHaveText("Highest price");
  await expect(list(page)).toBeHidden();
  await expect(sort(page)).toBeFocused();
  await expect(page).toHaveURL(/sort=price-desc/);

  await kind(page).press("t");
  await expect(list(page)).toBeVisible();
  await expect.poll(() => active(page)).toBe("Turboprop");
  const [field, box] = [await kind(page).boundingBox(), await list(page).boundingBox()];
  expect(box!.y - (field!.y + field!.height)).toBeLessThan(12);
  expect(Math.abs(box!.x - field!.x)).toBeLessThan(4);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(kind(page)).toHaveText(/Any type/);
  await kind(page).press("End");
  await expect.poll(() => active(page)).toBe("Jet");
  await page.keyboard.press("Tab");
  await expect(kind(page)).toHaveText(/Jet/);
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeFocused();

  // A double press opens it and chooses nothing; a press elsewhere closes it.
  await sort(page).dblclick();
  await expect(list(page)).toBeVisible();
  await page.getByRole("heading", { name: "Available Aircraft" }).click();
  await expect(list(page)).toBeHidden();
  await expect(sort(page)).toHaveText("Highest price");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a list is a sheet that Back, Escape and a choice close, each with the focus at the field", async ({ page }) => {
    await page.goto("/");
    await appStarted(page);
    const sheet = page.getByRole("dialog", { name: "Sort by" });
    await sort(page).tap();
    await expect(sheet.getByRole("listbox")).toBeFocused();
    await dialogEntered(page);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL("/");
    await expect(sort(page)).toBeFocused();

    await page.keyboard.press("ArrowDown");
    await expect(sheet.getByRole("listbox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(sort(page)).toBeFocused();

    await sort(page).tap();
    await sheet.getByRole("option", { name: "Rating" }).tap();
    await expect(sheet).toBeHidden();
    await expect(sort(page)).toHaveText("Rating");
    await expect(sort(page)).toBeFocused();
    await expect(page).toHaveURL(/sort=rating/);
  });
});
