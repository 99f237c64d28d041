// Buttons of listings and of refused changes act once when pressed several times in a row.
import { expect, test } from "@playwright/test";
import { openSignedIn } from "./device.ts";
import { dialogOf, fillListing, listingsOf, named, openListing } from "./listings.ts";
import { post, site, toast, verifiedPerson } from "./people.ts";
import { expectNoFailure, pressing, type Plane } from "./presses.ts";

test.describe.configure({ mode: "parallel" });
test.use({ hasTouch: true, reducedMotion: "reduce" });
// Several devices and all ways of pressing are slow on a busy machine.
test.slow();

test("List Aircraft, Save of an edit and Delete Aircraft act once, by touch and Enter", async ({ page, context }) => {
  await verifiedPerson(page, "Owner Pressed", "owner");
  for (const way of ["touch", "Enter"] as const) {
    const press = pressing(way);
    await openSignedIn(page);
    const dialog = await openListing(page);
    const name = named("Pressed");
    await fillListing(page, name);
    await press(dialog.getByRole("button", { name: "List Aircraft" }));
    await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
    await expect.poll(async () => (await listingsOf(context)).length).toBe(1);
    await expectNoFailure(page);

    await page.goto(`/aircraft/${(await listingsOf(context))[0]?.id}`);
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    await dialogOf(page, "Edit Aircraft").getByLabel("Hourly rate").fill("170");
    await press(dialogOf(page, "Edit Aircraft").getByRole("button", { name: "Save" }));
    await expect(toast(page, "Your changes have been saved.")).toBeVisible();
    await expect.poll(async () => (await listingsOf(context))[0]?.hourlyRate).toBe(170);
    await expectNoFailure(page);

    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete Aircraft" }));
    await expect(toast(page, "Aircraft Deleted")).toBeVisible();
    await expect.poll(async () => (await listingsOf(context)).length).toBe(0);
    await expectNoFailure(page);
  }
});

test("Try again and Discard of a refused change act once, by touch and Enter", async ({ page, context }) => {
  await verifiedPerson(page, "Owner Pressed", "owner");
  await openSignedIn(page);
  for (const way of ["touch", "Enter"] as const) {
    const press = pressing(way);
    const name = named("Deleted");
    const form = { name, make: "Piper", model: "PA-28-181", location: "Phoenix AZ" };
    const { id } = await post<Plane>(page.request, "/api/aircraft", form);
    await page.goto(`/aircraft/${id}`);
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    await dialogOf(page, "Edit Aircraft").getByLabel("Hourly rate").fill("170");
    await context.setOffline(true);
    await dialogOf(page, "Edit Aircraft").getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Saved on this device")).toBeVisible();
    // Another session deletes the listing at the same time.
    expect((await context.request.delete(`/api/aircraft/${id}`, { headers: { Origin: site() } })).ok()).toBe(true);
    await context.setOffline(false);

    await page.getByRole("button", { name: "1 not sent" }).first().click();
    const sheet = page.getByRole("dialog", { name: "Needs you" });
    const refused = sheet.getByRole("listitem").filter({ hasText: "Aircraft not found" });
    await expect(refused).toHaveCount(1);
    const answered = page.waitForResponse("**/api/sync");
    await press(sheet.getByRole("button", { name: /^Try again: / }));
    await answered;
    await expect(refused).toHaveCount(1);
    await expect(toast(page, "Error")).toHaveCount(0);
    await press(sheet.getByRole("button", { name: /^Discard: / }));
    await expect(refused).toHaveCount(0);
    await expectNoFailure(page);
  }
});
