// Decodes and re-encodes pictures: upright, without EXIF, GPS or color profile, in several widths and formats.
import { availableParallelism } from "node:os";
import sharp, { type Sharp } from "sharp";
import { DomainError } from "../../../shared/kit/errors.ts";
import { PAGE_EDGE } from "../../../shared/domain/eligibility/scan-rules.ts";
import { MAX_PICTURE_PIXELS, PICTURE_WIDTHS, type PictureFormat } from "../../../shared/domain/uploads-rules.ts";
import { kindOf, requireOnlyPicture } from "./picture-kind.ts";

// Bounds memory: no cache between pictures, one thread each, and only the allowed loaders of libvips.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}`),
});

/** Most pictures processed at once per process; one core stays free for requests. */
export const PICTURES_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));

export type PictureFile = { width: number; format: PictureFormat; bytes: Buffer };

export type MadePicture = {
  /** Size in pixels of the widest file. */
  width: number;
  height: number;
  /** A picture of at most 16 pixels as a data URL, shown until the real one is loaded. */
  placeholder: string;
  files: PictureFile[];
  /** A nearly lossless WebP of the widest size, the source for AVIF. */
  master: Buffer;
};

/** Takes half the time of the default effort for the same size, as measured. */
const webpOptions = { quality: 78, effort: 2 };
const masterOptions = { quality: 94, effort: 0 };

const readOptions = { failOn: "error", limitInputPixels: MAX_PICTURE_PIXELS, pages: 1 } as const;
const WIDEST = Math.max(...PICTURE_WIDTHS);
/** A picture taller than this many times its width is scaled narrower, which bounds the size of a file. */
const TALLEST = 3;

const DAMAGED = "This picture is damaged or can't be read. Choose another one.";
const TOO_MANY_PIXELS = "This picture has more than 50 megapixels. Choose a smaller one.";

/**
 * Encodes all files of a picture except AVIF. Needs the memory of the decoded picture, at most some 300 MB.
 * @throws DomainError not-an-image, picture-unreadable
 */
export async function makePicture(bytes: Buffer): Promise<MadePicture> {
  const kind = kindOf(bytes);
  requireOnlyPicture(bytes);
  const { data, info } = await decode(bytes, kind, { width: WIDEST, height: WIDEST * TALLEST });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const at = (width: number) => sharp(data, { raw }).resize({ width });
  const files: PictureFile[] = [];
  for (const width of widthsOf(info.width)) {
    files.push({ width, format: "webp", bytes: await at(width).webp(webpOptions).toBuffer() });
    files.push({ width, format: "jpeg", bytes: await asJpeg(at(width)) });
  }
  const tiny = await sharp(data, { raw }).resize(16, 16, { fit: "inside" }).webp({ quality: 40 }).toBuffer();
  return {
    width: info.width,
    height: info.height,
    placeholder: `data:image/webp;base64,${tiny.toString("base64")}`,
    files,
    master: await sharp(data, { raw }).webp(masterOptions).toBuffer(),
  };
}

/**
 * Encodes a page of a paper as JPEG: upright, without metadata, at most 1,600 pixels long.
 * @throws DomainError not-an-image, picture-unreadable
 */
export async function makePage(bytes: Buffer): Promise<Buffer> {
  const kind = kindOf(bytes);
  requireOnlyPicture(bytes);
  const { data, info } = await decode(bytes, kind, { width: PAGE_EDGE, height: PAGE_EDGE });
  return await asJpeg(sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }));
}

/** Encodes one AVIF from a master copy. Takes seconds for a wide one. */
export function makeAvif(master: Buffer, width: number): Promise<Buffer> {
  return sharp(master, readOptions).resize({ width }).avif({ quality: 52, effort: 4 }).toBuffer();
}

/** The stored widths: the standard ones below the picture's own, and its own. */
function widthsOf(width: number): number[] {
  return [...PICTURE_WIDTHS.filter((one) => one < width), width];
}

/** Transparency becomes white. */
function asJpeg(picture: Sharp): Promise<Buffer> {
  return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, progressive: true }).toBuffer();
}

/** `most`: the box that the picture is scaled into, in pixels. */
async function decode(bytes: Buffer, kind: string, most: { width: number; height: number }) {
  try {
    const { width, height, format } = await sharp(bytes, { ...readOptions, limitInputPixels: false }).metadata();
    if (format !== (kind === "avif" ? "heif" : kind)) throw new DomainError("picture-unreadable", { message: DAMAGED });
    if (width * height > MAX_PICTURE_PIXELS) throw new DomainError("picture-unreadable", { message: TOO_MANY_PIXELS });
    return await sharp(bytes, readOptions)
      .autoOrient()
      .resize({ ...most, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("picture-unreadable", { message: DAMAGED });
  }
}
