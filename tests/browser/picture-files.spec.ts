// Files of a listing's pictures before their upload: what is refused, and what is removed from those that are sent.
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { demoLogins, signIn } from "./people.ts";
import { openListing } from "./ways.ts";

// Blocks the service worker, because it would hide the uploads.
test.use({ serviceWorkers: "block" });

/** A picture of 64 by 64 pixels, encoded as HEIC. */
const HEIC =
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA" +
  "AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFjAAEAAAAAAAAAGQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAv2lwcnAA" +
  "AAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkA" +
  "AAAwAAAwAeoCCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZp" +
  "cG1hAAAAAAAAAAEAAQOBAoMAAAAhbWRhdAAAABUoAa8LYPrGwdf/+SHreONH3je07cA=";

const SECRETS = /Secret Camera|GPS|2026:11:02/;

/** A picture of 480 by 320 pixels, lying on its side, with device, time and place. */
const photo = () =>
  sharp({ create: { width: 480, height: 320, channels: 3, background: "#285aa0" } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "Secret Camera" },
      IFD2: { DateTimeOriginal: "2026:11:02 08:15:00" },
      IFD3: { GPSLatitude: "39/1 44/1 0/1", GPSLatitudeRef: "N" },
    });

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends one of a library, which a type cannot
  interface Window {
    sentFiles: Blob[];
  }
}

/** Keeps what the page uploads, because the browser's protocol does not report the bytes of files. */
function keepSentFiles(): void {
  window.sentFiles = [];
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    if (body instanceof Blob) window.sentFiles.push(body);
    send.call(this, body);
  };
}

test("[S541] files that are no pictures are refused on the device; a photo is sent upright and without its place; Undo works by keys", async ({
  page,
}) => {
  await page.addInitScript(keepSentFiles);
  await signIn(page, demoLogins.owner);
  await openListing(page);
  const field = page.getByRole("group", { name: "Pictures" });
  const jpeg = await photo().jpeg().toBuffer();
  expect(jpeg.toString("latin1")).toMatch(SECRETS);
  const heic = { mimeType: "image/heic", name: "phone.heic" };
  await field.locator("[data-choose]").setInputFiles([
    { name: "empty.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) },
    { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("No picture.") },
    { ...heic, buffer: Buffer.from(HEIC, "base64") },
    { name: "cut.png", mimeType: "image/png", buffer: (await photo().png().toBuffer()).subarray(0, 90) },
    { name: "ramp.jpg", mimeType: "image/jpeg", buffer: jpeg },
    // This browser cannot read HEIC, but AVIF under the same name, as other browsers read HEIC.
    { ...heic, buffer: await photo().avif().toBuffer() },
  ]);
  await expect(field.getByText(/^Picture \d: /)).toHaveText([
    "Picture 1: this file is empty.",
    "Picture 2: this file is no picture. Choose JPEG, PNG or HEIC.",
    "Picture 3: this browser cannot read HEIC. Save it as JPEG and choose it again.",
    "Picture 4: this file is damaged. Choose another one.",
  ]);
  await expect(field.getByText("Sent", { exact: true })).toHaveCount(2, { timeout: 30_000 });

  const sent = await page.evaluate(() =>
    Promise.all(window.sentFiles.map(async (one) => [...new Uint8Array(await one.arrayBuffer())])),
  );
  expect(sent).toHaveLength(2);
  for (const bytes of sent) {
    const file = Buffer.from(bytes);
    expect(file.toString("latin1")).not.toMatch(SECRETS);
    const { info } = await sharp(file).rotate().toBuffer({ resolveWithObject: true });
    expect([info.format, info.width, info.height]).toEqual(["jpeg", 320, 480]);
  }
  for (const tile of await field.getByRole("img").all()) {
    const address = (await tile.getAttribute("src"))!;
    expect(address).toMatch(/^\/objects\//);
    const served = await (await page.request.get(address)).body();
    expect(served.toString("latin1")).not.toMatch(SECRETS);
    const { width, height, exif } = await sharp(served).metadata();
    expect([width, height, exif]).toEqual([320, 480, undefined]);
  }

  // Undo of a deleted picture by keys, although the form is a modal dialog.
  await field.getByRole("button", { name: "Delete picture 1" }).press("Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await page.keyboard.press("F8");
  // The toast itself is the first stop.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field.getByRole("button", { name: "Move picture 1 of 2" })).toBeFocused();
});
