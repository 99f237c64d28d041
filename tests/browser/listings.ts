// Fills in the listing form, and reads the result from the server.
import { expect as plainly, type BrowserContext, type Page } from "@playwright/test";
import sharp from "sharp";
import { choose } from "./choose.ts";
import { openSynced } from "./device.ts";
import { signUp, verifiedPerson, type Person } from "./people.ts";

// The server encodes each picture several times, which takes long on a busy machine.
export const expect = plainly.configure({ timeout: 30_000 });

type Listing = { id: string; name: string; images: string[]; imageUrl: string; hourlyRate: number; features: string[] };

/** Signs in a new, verified user on this page and waits until their rows are on the device. */
export async function freshPerson(page: Page, userType: "pilot" | "owner" = "owner"): Promise<Person> {
  const who = await verifiedPerson(page, "Nadia Brandt", userType);
  await openSynced(page);
  return who;
}

/** The same with an unverified email. */
export async function newcomer(page: Page): Promise<void> {
  await signUp(page, "Nadia Brandt", "owner");
  await openSynced(page);
}

export const dialogOf = (page: Page, name: "List Your Aircraft" | "Edit Aircraft") =>
  page.getByRole("dialog", { name });

export async function openListing(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" }).click();
  const dialog = dialogOf(page, "List Your Aircraft");
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A small picture of one color, so that tests can distinguish pictures. */
export async function aPicture(red: number): Promise<Buffer> {
  const background = { r: red, g: 90, b: 160 };
  return await sharp({ create: { width: 480, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A picture that the device can show and the server refuses: its color profile contains a page. */
export async function refusedPicture(): Promise<{ name: string; buffer: Buffer }> {
  const picture = await aPicture(0);
  const profile = Buffer.from("ICC_PROFILE\0\x01\x01<html></html>", "latin1");
  const head = Buffer.from([0xff, 0xe2, 0, profile.length + 2]);
  return { name: "page.jpg", buffer: Buffer.concat([picture.subarray(0, 2), head, profile, picture.subarray(2)]) };
}

/** Chooses files straight into the slots of the listing form. */
export async function choosePictures(page: Page, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  const input = page.getByRole("group", { name: "Pictures" }).locator("[data-choose]");
  await input.setInputFiles(files.map((file) => ({ ...file, mimeType: "image/jpeg" })));
}

export const picturesOf = (page: Page) => page.getByRole("group", { name: "Pictures" }).locator("[data-picture]");

/** Adds pictures of one color each, all at once. */
export async function addPictures(page: Page, ...reds: number[]): Promise<void> {
  const before = await picturesOf(page).count();
  const files = reds.map(async (red) => ({ name: `${red}.jpg`, buffer: await aPicture(red) }));
  await choosePictures(page, ...(await Promise.all(files)));
  await expect(picturesOf(page)).toHaveCount(before + reds.length);
}

export async function fillListing(page: Page, name: string): Promise<void> {
  const dialog = dialogOf(page, "List Your Aircraft");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Make", { exact: true }).fill("Piper");
  await dialog.getByLabel("Model").fill("PA-28-181");
  await choose(dialog.getByLabel("Location"), "Phoenix AZ");
  await dialog.getByLabel("Hourly rate").fill("165");
  await dialog.getByLabel("Features").fill("Garmin GTN 650, , ADS-B In/Out ");
}

export async function listAircraft(page: Page, name: string): Promise<void> {
  await fillListing(page, name);
  await dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
}

export async function listingsOf(context: BrowserContext): Promise<Listing[]> {
  const { id } = (await (await context.request.get("/api/auth/me")).json()) as { id: string };
  return (await (await context.request.get(`/api/aircraft?ownerId=${id}`)).json()) as Listing[];
}

/** The red values of a listing's served pictures, in order. */
export async function redsOf(context: BrowserContext, images: readonly string[]): Promise<number[]> {
  const reds: number[] = [];
  for (const image of images) {
    const answer = await context.request.get(image);
    expect(answer.status()).toBe(200);
    const { channels } = await sharp(await answer.body()).stats();
    reds.push(Math.round((channels[0]?.mean ?? 0) / 50) * 50);
  }
  return reds;
}

export const named = (prefix: string) => `${prefix} ${Math.random().toString(36).slice(2, 8)}`;
export const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
