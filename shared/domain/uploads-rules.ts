// Pure rules about pictures and their way to the server, for both sides. No schema library here.

/** Bytes of one picture at most: 10 MB. */
export const MAX_PICTURE_BYTES = 10_485_760;
/** Pixels of one picture at most: 50 megapixels. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** Minutes an upload address is good for. */
export const UPLOAD_MINUTES = 15;
/** Every part of a multipart upload but the last has at least this many bytes: 5 MiB. */
export const MIN_PART_BYTES = 5_242_880;
export const MAX_PARTS = 10_000;

/** Widths in pixels a picture is stored in, as far as it is that wide itself. */
export const PICTURE_WIDTHS = [320, 640, 960, 1600] as const;
export const pictureFormats = ["avif", "webp", "jpeg"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** What a person reads when a phone's own format is refused. */
export const HEIC_REFUSED = "This picture format can't be read here. Choose JPEG or PNG.";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const objectPattern = new RegExp(`^/objects/(${UUID})$`);
const lastPart = new RegExp(`(?:^|/)(${UUID})/?$`);

/** The id in `/objects/<id>`, or null for any other path. */
export function objectIdOf(path: string): string | null {
  return objectPattern.exec(path)?.[1] ?? null;
}

/** The path under which a stored picture is served and kept in listings and profiles. */
export function objectPath(id: string): string {
  return `/objects/${id}`;
}

/** The id an upload address ends with, ours or the store's, with or without its query; null when there is none. */
export function uploadIdOf(address: string): string | null {
  const path = address.split(/[?#]/)[0] ?? "";
  return lastPart.exec(path.toLowerCase())?.[1] ?? null;
}
