// Two devices edit the same listing, one of them offline: the user chooses, field by field.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { demoLogins, signIn, toast } from "./people.ts";

const origin = () => new URL(test.info().project.use.baseURL ?? "").origin;
const headers = () => ({ Origin: origin() });

const kept = { description: "Kept in a hangar.", fuelCapacity: "56 gal", maxWeight: "2,550 lb" };

/** Signs in the demo's owner on this page; returns one of her listings. Cards do not contain the edited fields. */
async function ownListing(page: Page): Promise<{ id: string; name: string }> {
  const { id: owner } = await signIn(page, demoLogins.owner);
  const planes = (await (await page.request.get(`/api/aircraft?ownerId=${owner}`)).json()) as {
    id: string;
    name: string;
  }[];
  const plane = planes.sort((a, b) => (a.name < b.name ? -1 : 1))[0]!;
  const answer = await page.request.patch(`/api/aircraft/${plane.id}`, { data: kept, headers: headers() });
  expect(answer.status()).toBe(200);
  return plane;
}

const pill = (page: Page, words: string | RegExp) => page.getByRole("button", { name: words }).first();

async function change(page: Page, name: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const form = page.getByRole("dialog", { name: "Edit Aircraft" });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
  await form.getByRole("button", { name: /Save/ }).click();
  await expect(form).toBeHidden();
}

for (const [where, viewport] of [
  ["desktop", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test(`[R7] two changes of one listing are shown side by side, and the choice is sent, ${where}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(90_000);
    await page.setViewportSize(viewport);
    await page.goto("/");
    const { id, name } = await ownListing(page);
    await page.goto(`/aircraft/${id}`);
    await expect(page.getByRole("button", { name: `Edit ${name}` })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    await context.setOffline(true);
    await expect(page.getByText("You're offline.").first()).toBeVisible();
    await change(page, name, { "Fuel capacity": "60 gal", Description: "New paint.", "Max weight": "2,500 lb" });
    await expect(toast(page, "Saved on this device")).toBeVisible();
    // The owner's other device is online.
    const theirs = { fuelCapacity: "53 gal", description: "New engine." };
    const other = await context.request.patch(`/api/aircraft/${id}`, { data: theirs, headers: headers() });
    expect(other.status()).toBe(200);
    await context.setOffline(false);

    if (where === "desktop") {
      await pill(page, "1 not sent").click();
      const sheet = page.getByRole("dialog", { name: "Needs you" });
      await expect(sheet.getByRole("button", { name: /^Try again/ })).toHaveCount(0);
      await sheet.getByRole("button", { name: /^Choose: Changes to / }).click();
    } else {
      await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: `Edit ${name}` }).click();
    }
    const dialog = page.getByRole("dialog", { name: "Choose what to keep" });
    const fuel = dialog.getByRole("group", { name: "Fuel capacity" });
    await expect(fuel).toContainText("This device60 gal");
    await expect(fuel).toContainText("Other device53 gal");
    await expect(fuel).toContainText("Before: 56 gal");
    expect(await seriousFindings(page)).toEqual([]);
    const save = dialog.getByRole("button", { name: "Save my choice" });
    await expect(save).toBeDisabled();
    // By keyboard, as in a radio group: space selects one, an arrow the other.
    await fuel.getByRole("radio", { name: /^This device/ }).focus();
    await page.keyboard.press("Space");
    await dialog
      .getByRole("group", { name: "Description" })
      .getByRole("radio", { name: /^This device/ })
      .focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await save.click();
    await expect(dialog).toBeHidden();
    const stored = async () => {
      const answer = await context.request.get(`/api/aircraft/${id}/with-owner`);
      const { fuelCapacity, description, maxWeight } = ((await answer.json()) as { aircraft: Record<string, unknown> })
        .aircraft;
      return { fuelCapacity, description, maxWeight };
    };
    await expect.poll(stored).toEqual({ fuelCapacity: "60 gal", description: "New engine.", maxWeight: "2,500 lb" });
    await expect(page.getByText("Not saved", { exact: true })).toHaveCount(0);
  });
