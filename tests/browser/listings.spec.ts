// An owner lists an aircraft with pictures, edits and deletes it.
import { test } from "@playwright/test";
import { dialogEntered } from "./dialogs.ts";
import { appStarted } from "./device.ts";
import { seriousFindings } from "./axe.ts";
import {
  addPictures,
  card,
  choosePictures,
  dialogOf,
  expect,
  fillListing,
  freshPerson,
  listAircraft,
  listingsOf,
  named,
  newcomer,
  openListing,
  redsOf,
  refusedPicture,
} from "./listings.ts";
import { openAuthDialog, site, toast } from "./people.ts";

test.use({ serviceWorkers: "block" });

// The server encodes each picture several times.
test.describe.configure({ timeout: 120_000 });

test("[S004] an aircraft is listed with three pictures, reordered, changed and deleted", async ({ page, context }) => {
  await freshPerson(page);
  const name = named("Archer");
  const dialog = await openListing(page);
  expect(await seriousFindings(page)).toEqual([]);
  await addPictures(page, 50, 150, 250);
  await expect(toast(page, "Image uploaded!")).toBeVisible();
  await expect(dialog.getByText("3 of 6.")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await dialog.getByLabel("Hourly rate").fill("0");
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(dialog.getByText("Hourly rate must be at least $1")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await fillListing(page, name);
  await dialog.getByRole("button", { name: "Move picture 3 of 3" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  await expect(dialog).toBeHidden();
  const [listed] = await listingsOf(context);
  expect(listed).toMatchObject({ name, hourlyRate: 165, features: ["Garmin GTN 650", "ADS-B In/Out"] });
  expect(await redsOf(context, listed!.images)).toEqual([50, 250, 150]);
  expect(listed!.imageUrl).toBe(listed!.images[0]);
  await expect(card(page, name)).toBeVisible();

  await card(page, name)
    .getByRole("link", { name: /View Details/ })
    .click();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = dialogOf(page, "Edit Aircraft");
  await edit.getByRole("button", { name: "Move picture 1 of 3" }).focus();
  for (const key of ["Space", "ArrowRight"]) await page.keyboard.press(key);
  await expect(edit.getByRole("status").filter({ hasText: "Place 2 of 3" })).toBeAttached();
  await expect(edit.getByRole("button", { name: "Move picture 2 of 3" })).toBeFocused();
  await page.keyboard.press("Space");
  await edit.getByRole("button", { name: "Delete picture 3" }).click();
  await edit.getByLabel("Hourly rate").fill("170");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your changes have been saved.")).toBeVisible();
  await expect(page.getByText("$170").first()).toBeVisible();
  const [changed] = await listingsOf(context);
  expect(changed).toMatchObject({ id: listed!.id, hourlyRate: 170 });
  expect(await redsOf(context, changed!.images)).toEqual([250, 50]);

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("This cannot be undone.");
  await question.getByRole("button", { name: "Delete Aircraft" }).click();
  await expect(toast(page, "Aircraft Deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(card(page, name)).toHaveCount(0);
  expect(await listingsOf(context)).toEqual([]);
});

test("a draft survives a closed dialog and a reload, and can be discarded", async ({ page }) => {
  await freshPerson(page);
  const dialog = await openListing(page);
  await dialog.getByLabel("Name").fill("Half a Cessna");
  await expect(dialog.getByText("Draft saved on this device")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openListing(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a Cessna");
  await page.reload();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  await openListing(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a Cessna");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
});

test("a picture that the server refuses shows the reason, and the listing stays", async ({ page }) => {
  await freshPerson(page);
  await openListing(page);
  await choosePictures(page, await refusedPicture());
  const pictures = page.getByRole("group", { name: "Pictures" });
  await expect(pictures.getByText("Not sent")).toBeVisible();
  await expect(pictures.getByText(/^Picture 1: .*picture/)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await pictures.getByRole("button", { name: "Delete picture 1" }).click();
  await expect(pictures.getByText("0 of 6.")).toBeVisible();
  await expect(dialogOf(page, "List Your Aircraft")).toBeVisible();
});

test("a guest must log in, a pilot confirms to be an owner, an unverified user verifies first", async ({
  page,
  browser,
}) => {
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  const welcome = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  // The button is visible before React has taken over the server's page.
  await appStarted(page);
  await page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" }).click();
  await expect(welcome).toContainText("to list your aircraft");
  await dialogEntered(page);
  await page.keyboard.press("Escape");
  await openAuthDialog(page, "Log In");

  await freshPerson(page, "pilot");
  const name = named("Cub");
  const dialog = await openListing(page);
  await listAircraft(page, name);
  await expect(dialog.getByText("Only aircraft owners can list aircraft. Tick this if you are one.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "I own this aircraft. Make mine an owner account." }).check();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("Aircraft Owner").first()).toBeVisible();
  await expect(card(page, name)).toBeVisible();

  const context = await browser.newContext({ baseURL: site() });
  const theirs = await context.newPage();
  await newcomer(theirs);
  await openListing(theirs);
  await listAircraft(theirs, name);
  await expect(theirs).toHaveURL("/verify-email");
  await expect(toast(theirs, "Please verify your email first.")).toBeVisible();
  await openListing(theirs);
  await expect(dialogOf(theirs, "List Your Aircraft").getByLabel("Name")).toHaveValue(name);
  await context.close();
});
