// Prepares a chosen file for the upload: decodes it, removes its metadata, converts HEIC and shrinks large pictures on this device.
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from "../../../shared/domain/uploads-rules.ts";
import { encodeCanvas, MAX_CANVAS_PIXELS, newCanvas } from "./draw-picture.ts";
import { stripMetadata, strippableType } from "./strip-metadata.ts";

const MEGABYTE = 1_048_576;
/** Most bytes of a file to choose. The upload is smaller, because larger pictures are shrunk. */
export const MAX_CHOSEN_BYTES = 50 * MEGABYTE;

/** A file that is refused before its upload; the message continues «Picture 2: ». */
export class RefusedFile extends Error {}

/** As many bytes as tell the type of a file. */
const START_BYTES = 12;
/** The start of a file with HEIC, after its first length. */
const HEIC_START = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/;

/**
 * The picture to send: without metadata such as the place, and otherwise unchanged if the server takes it so. Any other is drawn again as JPEG.
 * @throws RefusedFile
 */
export async function preparePicture(file: Blob, name: string): Promise<Blob> {
  if (file.size === 0) throw new RefusedFile("this file is empty.");
  if (file.size > MAX_CHOSEN_BYTES)
    throw new RefusedFile(`${Math.round(file.size / MEGABYTE)} MB. Up to ${MAX_CHOSEN_BYTES / MEGABYTE} MB each.`);
  const start = await bytesOf(file.slice(0, START_BYTES));
  const image = await createImageBitmap(file).catch(() => {
    throw new RefusedFile(unreadable(start, file.type, name));
  });
  try {
    const isSmall = file.size <= MAX_PICTURE_BYTES && image.width * image.height <= MAX_PICTURE_PIXELS;
    const type = isSmall && strippableType(start);
    const pieces = type && stripMetadata(await bytesOf(file));
    return pieces ? new Blob(pieces, { type }) : await redraw(image);
  } finally {
    image.close();
  }
}

const bytesOf = async (data: Blob) => new Uint8Array(await data.arrayBuffer());

/** The refusal of a file that this browser cannot decode. */
export async function unreadableFile(file: Blob, name: string): Promise<RefusedFile> {
  return new RefusedFile(unreadable(await bytesOf(file.slice(0, START_BYTES)), file.type, name));
}

/** Why a file that cannot be decoded is refused. */
function unreadable(start: Uint8Array, type: string, name: string): string {
  if (strippableType(start)) return "this file is damaged. Choose another one.";
  const isHeic =
    /^image\/hei[cf]/.test(type) ||
    /\.hei[cf]s?$/i.test(name) ||
    HEIC_START.test(String.fromCharCode(...start.subarray(4)));
  return isHeic
    ? "this browser cannot read HEIC. Save it as JPEG and choose it again."
    : "this file is no picture. Choose JPEG, PNG or HEIC.";
}

/** The picture as JPEG with at most as many pixels as a canvas can have. */
async function redraw(image: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (image.width * image.height)));
  const { canvas, context } = newCanvas(Math.floor(image.width * scale), Math.floor(image.height * scale));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await encodeCanvas(canvas);
}
