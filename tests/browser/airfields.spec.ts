// Searches near an airfield, with a network and after a restart without one.
import { expect, test } from "@playwright/test";
import { appStarted } from "./device.ts";

test("[S632] a pilot types MYF and lists aircraft within 50 nm; after a restart without a network any airfield is found", async ({
  context,
  page,
}) => {
  await page.goto("/");
  await appStarted(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("MYF");
  // The count appears when all aircraft are on the device.
  await page.getByRole("option", { name: "Airfield, Within 50 nm of K M Y F, 2 aircraft" }).click();
  await expect(location).toHaveValue("Within 50 nm of KMYF");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("2 aircraft at 1 airfield. Flight time at cruise, no wind.")).toBeVisible();
  await expect(page).toHaveURL(/\/\?near=KMYF&within=50$/);
  await expect(page.getByRole("article").getByText("At KMYF")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByText("24 aircraft available")).toBeVisible();
  await page.waitForFunction(async () => (await (await caches.open("airfields")).keys()).length === 1);
  await page.close();

  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto("/");
  await appStarted(again);
  // Only the index knows KSAN: no aircraft is there.
  await again.getByRole("combobox", { name: "Location" }).fill("SAN");
  await expect(again.getByText(/^Airfields are on this (phone|device), 19,113 of them\./)).toBeVisible();
  await expect(again.getByRole("option", { name: /^Airfield, K S A N, San Diego International/ })).toBeVisible();
  await again.keyboard.press("Enter");
  await expect(again).toHaveURL(/\/\?near=KSAN$/);
  await expect(again.getByText(/^24 aircraft at 16 airfields\. Flight time at cruise, no wind\.$/)).toBeVisible();
  await expect(
    again
      .getByRole("article")
      .first()
      .getByText(/^\d+ nm, \d+ min at \d+ kts$/),
  ).toBeVisible();
});
