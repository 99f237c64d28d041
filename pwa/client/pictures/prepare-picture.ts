// Prepares a chosen file for the upload: converts HEIC and shrinks large pictures on this device.
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { encodeCanvas, MAX_CANVAS_PIXELS, newCanvas } from "./draw-picture.ts";

const MEGABYTE = 1_048_576;
/** Most bytes of a file to choose. The upload is smaller, because larger pictures are shrunk. */
export const MAX_CHOSEN_BYTES = 50 * MEGABYTE;

/** A file that is refused before its upload; the message continues «Picture 2: ». */
export class RefusedFile extends Error {}

/** The start of a file with HEIC, after its first length. */
const HEIC_START = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/;

/** @throws RefusedFile */
export async function preparePicture(file: Blob, name: string): Promise<Blob> {
  const isHeicFile = await isHeic(file, name);
  if (!isHeicFile && !file.type.startsWith("image/"))
    throw new RefusedFile("this file is no picture. Choose JPEG, PNG or HEIC.");
  if (file.size > MAX_CHOSEN_BYTES)
    throw new RefusedFile(`${Math.round(file.size / MEGABYTE)} MB. Up to ${MAX_CHOSEN_BYTES / MEGABYTE} MB each.`);
  if (isHeicFile) {
    return await redraw(file, "this browser cannot read HEIC. Save it as JPEG and choose it again.");
  }
  if (file.size <= MAX_PICTURE_BYTES) return file;
  return await redraw(file, "this browser cannot read it. Save it as JPEG and choose it again.");
}

async function isHeic(file: Blob, name: string): Promise<boolean> {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]s?$/i.test(name)) return true;
  const head = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return HEIC_START.test(String.fromCharCode(...head));
}

/** Decodes a picture and encodes it as JPEG with at most as many pixels as a canvas can have. */
async function redraw(file: Blob, problem: string): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new RefusedFile(problem);
  });
  try {
    const scale = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (image.width * image.height)));
    const { canvas, context } = newCanvas(Math.floor(image.width * scale), Math.floor(image.height * scale));
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await encodeCanvas(canvas);
  } finally {
    image.close();
  }
}
