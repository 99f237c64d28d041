// Scenes of a listing's pictures: the states of the field, crop and turn, and the modal uploader.
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import type { Screen } from "./account-screens.ts";
import { offline, openListing } from "../ways.ts";

const drawings = path.join(import.meta.dirname, "..", "..", "..", "pwa", "public", "illustrations");

/** A bundled drawing as a photo. */
const photo = async (name: string) => ({
  name: `${name}.jpg`,
  mimeType: "image/jpeg",
  buffer: await sharp(path.join(drawings, `${name}.svg`))
    .resize(960)
    .flatten()
    .jpeg()
    .toBuffer(),
});
/** The same with 2.6 MB, since it is stored without compression. */
const largePhoto = async (name: string) => ({
  name: `${name}.png`,
  mimeType: "image/png",
  buffer: await sharp(path.join(drawings, `${name}.svg`))
    .resize(1140)
    .flatten()
    .png({ compressionLevel: 0 })
    .toBuffer(),
});

const fieldOf = (page: Page) => page.getByRole("group", { name: "Pictures" });
type Files = Awaited<ReturnType<typeof photo>>[];
const choose = (field: Locator, files: Files) => field.locator("[data-choose]").setInputFiles(files);

async function openField(page: Page): Promise<Locator> {
  await openListing(page);
  return fieldOf(page);
}

/** Sends bytes slowly, so that a picture stays half sent. */
async function slowUploads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", { ...unlimited, uploadThroughput: 40_000 });
}

async function openCrop(page: Page): Promise<void> {
  const field = await openField(page);
  await choose(field, [await photo("cirrus-sr22-g5")]);
  await field.getByRole("button", { name: "Crop and turn picture 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop and turn" });
  const straighten = dialog.getByRole("slider", { name: "Straighten" });
  await expect(straighten).toBeEnabled();
  await straighten.fill("-2.5");
  await expect(dialog.getByText("−2.5°")).toBeVisible();
  // Keys show the ring of the frame.
  await dialog.getByRole("slider", { name: "Crop frame" }).press("Shift+ArrowLeft");
}

async function openUploader(page: Page): Promise<Locator> {
  const field = await openField(page);
  await field.getByRole("button", { name: "More ways to add" }).click();
  const uploader = page.locator(".uppy-Dashboard-inner");
  await expect(uploader.locator(".uppy-Dashboard-AddFiles").first()).toBeVisible();
  return uploader;
}

/** Waits until a panel of the uploader has its place: it comes from above. */
const panelInPlace = (uploader: Locator) => expect(uploader.locator("[class*=slideDownUp]")).toHaveCount(0);

/** The uploader's list of chosen files. */
async function openFileList(page: Page, ...names: string[]): Promise<Locator> {
  const uploader = await openUploader(page);
  const files = await Promise.all(names.map(photo));
  await page.locator(".uppy-Dashboard-input").first().setInputFiles(files);
  await expect(uploader.getByRole("button", { name: /^Edit file/ })).toHaveCount(names.length);
  // The list shows a symbol until it has made its small picture.
  await expect(uploader.locator(".uppy-Dashboard-Item-previewImg")).toHaveCount(names.length);
  return uploader;
}

/** The uploader's card of a chosen file. */
async function openFileCard(page: Page): Promise<Locator> {
  const uploader = await openFileList(page, "cirrus-sr22-g5");
  await uploader.getByRole("button", { name: /^Edit file/ }).click();
  await expect(uploader.getByRole("textbox", { name: "Name" })).toHaveValue("cirrus-sr22-g5.jpg");
  await panelInPlace(uploader);
  return uploader;
}

export const pictureScreens: Screen[] = [
  {
    name: "pictures-states",
    who: "owner",
    leaves: true,
    open: async (page) => {
      const field = await openField(page);
      // The first is sent, the server does not answer the second, the third is under way.
      let sent = 0;
      await page.route(/\/upload/, async (route) => {
        if (route.request().method() === "PUT" && ++sent === 2) await route.fulfill({ status: 503 });
        else await route.continue();
      });
      await choose(field, [await photo("cirrus-sr22-g5")]);
      await expect(field.getByText("Sent", { exact: true })).toBeVisible({ timeout: 30_000 });
      await slowUploads(page);
      await choose(field, [await photo("panel-single-engine"), await largePhoto("cabin-single-engine")]);
      await expect(field.getByText("Not sent")).toBeVisible({ timeout: 30_000 });
      const ring = field.getByRole("progressbar", { name: "Sending picture 3" });
      await expect(ring).toHaveAttribute("aria-valuenow", /[1-9]/, { timeout: 30_000 });
    },
  },
  {
    name: "pictures-full",
    who: "owner",
    open: async (page) => {
      const field = await openField(page);
      await offline(page);
      const names = ["cirrus-sr22-g5", "panel-jet", "cabin-jet", "jet", "turboprop", "multi-engine", "cessna-310r"];
      await choose(field, await Promise.all(names.map(photo)));
      await expect(field.getByText("Waiting for signal")).toHaveCount(6);
      await expect(field.getByText("Six pictures at most. 1 was left out.")).toBeVisible();
    },
  },
  { name: "pictures-crop", who: "owner", open: openCrop },
  {
    name: "pictures-lifted",
    who: "owner",
    open: async (page) => {
      const field = await openField(page);
      await offline(page);
      await choose(field, await Promise.all(["cirrus-sr22-g5", "panel-jet", "cabin-jet"].map(photo)));
      const handle = field.getByRole("button", { name: "Move picture 1 of 3" });
      await handle.press("Space");
      await handle.press("ArrowRight");
      await expect(field.getByRole("status").getByText("Place 2 of 3")).toBeAttached();
    },
  },
  {
    name: "pictures-move",
    who: "owner",
    open: async (page) => {
      const field = await openField(page);
      await offline(page);
      await choose(field, await Promise.all(["cirrus-sr22-g5", "panel-jet"].map(photo)));
      await field.getByRole("button", { name: "Move picture 2 of 2" }).click();
      await expect(page.getByRole("menuitem", { name: "Make main" })).toBeVisible();
    },
  },
  {
    name: "pictures-deleted",
    who: "owner",
    open: async (page) => {
      const field = await openField(page);
      await choose(field, await Promise.all(["cirrus-sr22-g5", "panel-jet"].map(photo)));
      await field.getByRole("button", { name: "Delete picture 1" }).click();
      await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    },
  },
  {
    name: "pictures-refused",
    who: "owner",
    open: async (page) => {
      const field = await openField(page);
      const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
      await choose(field, [
        await photo("cirrus-sr22-g5"),
        { name: "ramp.heic", mimeType: "image/heic", buffer: heic },
        { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("No picture.") },
      ]);
      await expect(field.getByText(/^Picture \d: this browser cannot read HEIC/)).toBeVisible();
      await expect(field.getByText("Sent", { exact: true })).toBeVisible({ timeout: 30_000 });
    },
  },
  { name: "pictures-uploader", who: "owner", open: async (page) => void (await openUploader(page)) },
  {
    name: "pictures-uploader-list",
    who: "owner",
    open: async (page) => void (await openFileList(page, "cirrus-sr22-g5", "panel-single-engine", "cabin-jet")),
  },
  { name: "pictures-uploader-card", who: "owner", open: async (page) => void (await openFileCard(page)) },
  {
    name: "pictures-uploader-editor",
    who: "owner",
    open: async (page) => {
      const uploader = await openFileCard(page);
      await uploader.getByRole("button", { name: "Crop and turn" }).click();
      await expect(uploader.getByRole("slider", { name: "Crop frame" })).toBeFocused();
      await panelInPlace(uploader);
    },
  },
];
