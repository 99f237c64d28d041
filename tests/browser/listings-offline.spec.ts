// A listing and its pictures on an unstable network, on one device and on two.
import { test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { wakeWorker } from "./device.ts";
import {
  addPictures,
  card,
  choosePictures,
  dialogOf,
  expect,
  freshPerson,
  listAircraft,
  listingsOf,
  named,
  openListing,
  picturesOf,
  refusedPicture,
  redsOf,
} from "./listings.ts";
import { otherDevice, site, toast, type Person } from "./people.ts";
import { startWorker } from "./worker.ts";

// The server encodes each picture several times.
test.describe.configure({ timeout: 120_000 });

/** The app of this person opens offline. */
async function personWithWorker(page: Page): Promise<Person> {
  const who = await freshPerson(page);
  await startWorker(page);
  return who;
}

test("[R21] a listing created offline arrives once with its pictures after the app is closed and opened", async ({
  page,
  context,
}) => {
  await personWithWorker(page);
  const name = named("Dakota");
  // The form opens offline once the worker has stored its code.
  const dialog = await openListing(page);
  await addPictures(page, 50);
  await expect(picturesOf(page)).toContainText("Sent");
  await context.setOffline(true);
  await addPictures(page, 150);
  await expect(toast(page, "Saved on this device")).toBeVisible();
  await expect(picturesOf(page).nth(1)).toContainText("Waiting for signal");
  await expect(dialog.getByText("1 picture is on this device only.")).toBeVisible();
  await listAircraft(page, name);
  await expect(dialog).toBeHidden();
  await expect(toast(page, "Your listing is sent when you have signal.")).toBeVisible();

  await expect(card(page, name)).toContainText("Saved on this device");
  await page.goto("/profile");
  await expect(card(page, name)).toContainText("Saved on this device");
  expect(await seriousFindings(page)).toEqual([]);
  await card(page, name)
    .getByRole("link", { name: /View Details/ })
    .click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  // The screen shows the second picture from the device's bytes.
  await page.getByRole("button", { name: `${name}, picture 2 of 2` }).click();
  const shown = page.getByRole("img", { name: `${name}, picture 2 of 2` });
  await expect(shown).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);

  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto("/");
  await expect.poll(async () => (await listingsOf(context)).map((one) => one.name)).toEqual([name]);
  const [listed] = await listingsOf(context);
  expect(await redsOf(context, listed!.images)).toEqual([50, 150]);
  await expect(card(again, name)).toBeVisible();
  await expect(card(again, name)).not.toContainText("Saved on this device");
});

test("[R21] the browser sends a listing and its picture when no page is open @full-chromium", async ({
  page,
  context,
}) => {
  await personWithWorker(page);
  const name = named("Seneca");
  const wake = await wakeWorker(context);

  await openListing(page);
  await context.setOffline(true);
  await addPictures(page, 250);
  await listAircraft(page, name);
  await expect(card(page, name)).toContainText("Saved on this device");
  await page.close();
  await context.setOffline(false);
  await expect
    .poll(async () => {
      await wake();
      return (await listingsOf(context)).map((one) => one.name);
    })
    .toEqual([name]);
  const [listed] = await listingsOf(context);
  expect(await redsOf(context, listed!.images)).toEqual([250]);
});

test("[R21] a listing changed and deleted before it is sent never reaches the server", async ({ page, context }) => {
  await personWithWorker(page);
  const name = named("Cherokee");
  await openListing(page);
  await context.setOffline(true);
  await addPictures(page, 50);
  await listAircraft(page, name);
  await card(page, name)
    .getByRole("link", { name: /View Details/ })
    .click();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = dialogOf(page, "Edit Aircraft");
  await edit.getByLabel("Hourly rate").fill("199");
  await addPictures(page, 150);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText("$199").first()).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "1 waiting" })).toBeVisible();

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Aircraft" }).click();
  await expect(page).toHaveURL("/");
  await expect(card(page, name)).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button", { name: /waiting/ })).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => listingsOf(context)).toEqual([]);
});

test("two devices change different fields of one listing, and both changes apply", async ({ page, context }) => {
  const who = await personWithWorker(page);
  const name = named("Arrow");
  await openListing(page);
  await listAircraft(page, name);
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  const [{ id } = { id: "" }] = await listingsOf(context);

  await page.goto(`/aircraft/${id}`);
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = dialogOf(page, "Edit Aircraft");
  await edit.getByLabel("Hourly rate").fill("180");
  await context.setOffline(true);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your changes are sent when you have signal.")).toBeVisible();

  const other = await otherDevice(page, who);
  const headers = { Origin: site() };
  expect((await other.request.patch(`/api/aircraft/${id}`, { data: { seats: 6 }, headers })).status()).toBe(200);
  await context.setOffline(false);
  await expect
    .poll(async () => (await (await other.request.get(`/api/aircraft/${id}/with-owner`)).json()) as object)
    .toMatchObject({ aircraft: { hourlyRate: 180, seats: 6 } });
  await other.close();
});

test("[R18] a refused queued picture returns its listing with the reason; without the picture it is sent", async ({
  page,
  context,
}) => {
  await personWithWorker(page);
  const name = named("Tomahawk");
  await openListing(page);
  await context.setOffline(true);
  await choosePictures(page, await refusedPicture());
  await expect(picturesOf(page)).toHaveCount(1);
  await listAircraft(page, name);
  await expect(card(page, name)).toContainText("Saved on this device");
  await context.setOffline(false);

  await page.getByRole("banner").getByRole("button", { name: "1 not sent" }).click();
  const sheet = page.getByRole("dialog", { name: "Needs you" });
  await expect(sheet.getByRole("listitem")).toContainText(name);
  await sheet.getByRole("button", { name: "Edit: New listing" }).click();
  const dialog = dialogOf(page, "List Your Aircraft");
  await expect(picturesOf(page)).toContainText("Not sent");
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(dialog.getByText("Delete or retry the picture that could not be sent.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete picture 1" }).click();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  expect((await listingsOf(context)).map((one) => one.name)).toEqual([name]);
});

test("[R21] after a lost connection an upload continues, and its picture exists once", async ({ page, context }) => {
  await personWithWorker(page);
  const name = named("Warrior");
  await openListing(page);
  let puts = 0;
  await page.route("**/api/objects/upload/*", async (route) => {
    if (route.request().method() === "PUT" && ++puts === 1) await route.abort("connectionreset");
    else await route.continue();
  });
  await addPictures(page, 150);
  await listAircraft(page, name);
  await expect.poll(async () => (await listingsOf(context)).map((one) => one.images.length)).toEqual([1]);
  const [listed] = await listingsOf(context);
  expect(await redsOf(context, listed!.images)).toEqual([150]);
});
