// Filling in the booking panel of an aircraft's page, on wide screens and, in its sheet, on narrow ones.
import { expect, type Locator, type Page } from "@playwright/test";

export const panelOf = (page: Page) => page.getByRole("complementary", { name: "Booking" });

/** From this width on the calendar hangs from the panel; below, a sheet shows it. */
const WIDE = 1024;

const isWide = (page: Page) => (page.viewportSize()?.width ?? WIDE) >= WIDE;

/** Opens the calendar and chooses the last free day that it shows. Returns the place of the other fields. */
export async function chooseDay(page: Page): Promise<Locator> {
  // The facts of the airfield come later, and move the panel of a narrow window, which lies below them.
  if (!isWide(page))
    await expect(page.getByText(/^Not for navigation|airfield is not on this device/).first()).toBeVisible();
  await panelOf(page).getByRole("button", { name: /^Date/ }).click();
  const days = page.getByRole("gridcell").getByRole("button", { disabled: false });
  await expect(days.first()).toBeVisible();
  // On the last day of a month only today is shown, and late today only the evening is free.
  if ((await days.count()) < 2) await page.getByRole("button", { name: "Later month" }).click();
  await days.last().click();
  return isWide(page) ? panelOf(page) : page.getByRole("dialog", { name: "Choose your hours" });
}

/** Chooses a day, one hour more for each of `more`, and the first start that is free. */
export async function chooseHours(page: Page, more = 0): Promise<void> {
  const fields = await chooseDay(page);
  for (let hour = 0; hour < more; hour += 1) await fields.getByRole("button", { name: "One hour more" }).click();
  await fields.getByRole("radio", { disabled: false }).first().click();
  if (!isWide(page)) await fields.getByRole("button", { name: "Close" }).click();
}
