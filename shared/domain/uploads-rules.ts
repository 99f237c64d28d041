// Pure rules about pictures and uploads for device and server, free of zod.

/** Maximum bytes of a picture: 10 MB. */
export const MAX_PICTURE_BYTES = 10_485_760;
/** Maximum pixels of a picture: 50 megapixels. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** Minutes until an upload URL expires. */
export const UPLOAD_MINUTES = 15;
/** Minimum bytes of every part of a multipart upload except the last: 5 MiB. */
export const MIN_PART_BYTES = 5_242_880;
export const MAX_PARTS = 10_000;

/** Widths in pixels that the server stores of a picture, except those wider than the picture. */
export const PICTURE_WIDTHS = [320, 640, 960, 1600] as const;
export const pictureFormats = ["avif", "webp", "jpeg"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** The error text for HEIC, the format that iPhones use. */
export const HEIC_REFUSED = "This picture format can't be read here. Choose JPEG or PNG.";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const objectPattern = new RegExp(`^/objects/(${UUID})$`);
const lastPart = new RegExp(`(?:^|/)(${UUID})/?$`);

/** The id in `/objects/<id>`, or null for any other path. */
export function objectIdOf(path: string): string | null {
  return objectPattern.exec(path)?.[1] ?? null;
}

/** The path of a stored picture, as served and as saved in listings and profiles. */
export function objectPath(id: string): string {
  return `/objects/${id}`;
}

/** The id at the end of an upload URL of this server or the store, with or without a query; null if there is none. */
export function uploadIdOf(address: string): string | null {
  const path = address.split(/[?#]/)[0] ?? "";
  return lastPart.exec(path.toLowerCase())?.[1] ?? null;
}
