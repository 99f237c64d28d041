// The same listing changed on two devices, one of them without a network: the person chooses, field by field.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { freshAddress, newestMail, toast } from "./people.ts";

const origin = () => new URL(test.info().project.use.baseURL ?? "").origin;
const headers = () => ({ Origin: origin() });

/** A new owner with one listing, signed in on this page. */
async function ownerWithListing(page: Page): Promise<{ id: string; name: string }> {
  const email = freshAddress();
  const person = { email, password: "short-final", name: "Nadia Brandt", userType: "owner" };
  expect((await page.request.post("/api/auth/signup", { data: person, headers: headers() })).status()).toBe(201);
  const mail = await newestMail(page, email, /code|verif/i);
  const code = { code: /\b\d{6}\b/.exec(mail)?.[0] };
  expect((await page.request.post("/api/auth/verify-email", { data: code, headers: headers() })).status()).toBe(200);
  const listing = {
    imageUrl: "/illustrations/composite-clouds.svg",
    name: `Cessna 172 ${email.slice(6, 20)}`,
    make: "Cessna",
    model: "172S",
    type: "single-engine",
    year: "2004",
    location: "Denver CO",
    hourlyRate: 140,
    minHours: 2,
    seats: 4,
    cruiseSpeed: 122,
    range: 640,
    fuelCapacity: "56 gal",
    maxWeight: "2,550 lb",
    description: "Kept in a hangar.",
  };
  const made = await page.request.post("/api/aircraft", { data: listing, headers: headers() });
  expect([made.status(), await made.text()]).toEqual([201, expect.any(String)]);
  return (await made.json()) as { id: string; name: string };
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
  test(`[R7] two changes of one listing stand side by side and the choice is sent, ${where}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(90_000);
    await page.setViewportSize(viewport);
    await page.goto("/");
    const { id, name } = await ownerWithListing(page);
    await page.goto(`/aircraft/${id}`);
    await expect(page.getByRole("button", { name: `Edit ${name}` })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    await context.setOffline(true);
    await expect(page.getByText("You're offline.").first()).toBeVisible();
    await change(page, name, { "Hourly rate": "155", Description: "New paint.", Seats: "3" });
    await expect(toast(page, "Saved on this device")).toBeVisible();
    // The other device of the same owner has a network.
    const theirs = { hourlyRate: 149, description: "New engine." };
    const other = await context.request.patch(`/api/aircraft/${id}`, { data: theirs, headers: headers() });
    expect(other.status()).toBe(200);
    await context.setOffline(false);

    if (where === "desktop") {
      await pill(page, "1 not sent").click();
      const sheet = page.getByRole("dialog", { name: "Waiting to send" });
      await expect(sheet.getByRole("button", { name: /^Try again/ })).toHaveCount(0);
      await sheet.getByRole("button", { name: "Choose: Changes to a listing" }).click();
    } else {
      await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: `Edit ${name}` }).click();
    }
    const dialog = page.getByRole("dialog", { name: "Choose what to keep" });
    const rate = dialog.getByRole("group", { name: "Hourly rate" });
    await expect(rate).toContainText("Mine$155 / hour");
    await expect(rate).toContainText("Theirs$149 / hour");
    await expect(rate).toContainText("Before: $140 / hour");
    expect(await seriousFindings(page)).toEqual([]);
    const save = dialog.getByRole("button", { name: "Save my choice" });
    await expect(save).toBeDisabled();
    // By keyboard, as a radio group is: space takes one, an arrow the other.
    await rate.getByRole("radio", { name: /^Mine/ }).focus();
    await page.keyboard.press("Space");
    await dialog.getByRole("group", { name: "Description" }).getByRole("radio", { name: /^Mine/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await save.click();
    await expect(dialog).toBeHidden();
    const stored = async () => {
      const answer = await context.request.get(`/api/aircraft/${id}/with-owner`);
      const { hourlyRate, description, seats } = ((await answer.json()) as { aircraft: Record<string, unknown> })
        .aircraft;
      return { hourlyRate, description, seats };
    };
    await expect.poll(stored).toEqual({ hourlyRate: 155, description: "New engine.", seats: 3 });
    await expect(page.getByText("Not saved", { exact: true })).toHaveCount(0);
  });
