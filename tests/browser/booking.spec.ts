import { expect, test } from "@playwright/test";
import { demoLogins, logIn, toast } from "./people.ts";

test("a pilot chooses a date and asks the owner for the aircraft", async ({ page }) => {
  await page.goto("/");
  await logIn(page, demoLogins.pilot);
  await page
    .getByRole("link", { name: /View Details/ })
    .nth(1)
    .click();
  const panel = page.getByRole("complementary", { name: "Booking" });
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expect(toast(page, "Please select a date for your flight.")).toBeVisible();
  await expect(panel.getByText("Please select a date to continue")).toBeVisible();

  await panel.getByRole("button", { name: /Date/ }).click();
  await page.getByRole("gridcell").getByRole("button", { disabled: false }).last().click();
  await panel.getByRole("button", { name: "One hour more" }).click();
  await expect(panel.getByText("$345 × 3 hours")).toBeVisible();
  await expect(panel.getByText("$1,138.50")).toBeVisible();
  await expect(panel.getByText("You won't be charged yet")).toBeVisible();

  await panel.getByRole("button", { name: "Book Now" }).click();
  const chat = page.getByRole("dialog", { name: /Marisol Vega/ });
  await expect(chat.getByText(/Booking request for Cirrus SR22 G5/)).toBeVisible();
  await expect(chat.getByText(/Total: \$1,138\.50/)).toBeVisible();
  await expect(chat.getByText("Sent")).toBeVisible();
});
