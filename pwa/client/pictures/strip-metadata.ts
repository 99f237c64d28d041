// Removes what a JPEG, PNG or WebP file says besides its pixels: place, time, device, comments, previews. The pixels are not encoded again.

/** Parts of a file in their order; most are views of the same bytes. */
type Pieces = Uint8Array<ArrayBuffer>[];

export type StrippableType = "image/jpeg" | "image/png" | "image/webp";

/** The type by the first bytes; null for all others, whatever the file's name says. */
export function strippableType(bytes: Uint8Array): StrippableType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (textAt(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP") return "image/webp";
  return null;
}

/** The file without metadata, in pieces. Null when that needs another encoding: it is unusual, or only metadata make it upright. */
export function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Pieces | null {
  switch (strippableType(bytes)) {
    case "image/jpeg":
      return strippedJpeg(bytes);
    case "image/png":
      return strippedPng(bytes);
    case "image/webp":
      return strippedWebp(bytes);
    case null:
      return null;
  }
}

const JPEG = { SOI: 0xd8, EOI: 0xd9, SOS: 0xda, EXIF: 0xe1, COMMENT: 0xfe } as const;

/** Segments that decoders need, among those for applications: size of a pixel, color profile, color transform. */
const keptSegments: Readonly<Record<number, string>> = { 0xe0: "JFIF\0", 0xe2: "ICC_PROFILE\0", 0xee: "Adobe" };

function strippedJpeg(bytes: Uint8Array<ArrayBuffer>): Pieces | null {
  const kept: Pieces = [];
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Whatever follows the end of the picture, such as a film of the moment, is left out.
    if (marker === JPEG.EOI) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const next = at + 2 + numberAt(bytes, at + 2, 2);
    if (next > bytes.length) return null;
    if (marker === JPEG.EXIF && textAt(bytes, at + 4, 6) === "Exif\0\0")
      orientation = orientationIn(bytes.subarray(at + 10, next));
    const end = marker === JPEG.SOS ? endOfScan(bytes, next) : next;
    if (isKeptSegment(bytes, at, marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const start = orientation > 1 ? [orientationSegment(orientation)] : [];
  return [Uint8Array.of(0xff, JPEG.SOI), ...start, ...kept, Uint8Array.of(0xff, JPEG.EOI)];
}

function isKeptSegment(bytes: Uint8Array, at: number, marker: number): boolean {
  const isForApplications = marker >= 0xe0 && marker <= 0xef;
  if (!isForApplications) return marker !== JPEG.COMMENT;
  const name = keptSegments[marker];
  return name !== undefined && textAt(bytes, at + 4, name.length) === name;
}

/** Index of the marker after the compressed data, in which 0 or a restart number follows each 255. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** EXIF that contains the orientation and nothing else. */
function orientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(36);
  segment.set([0xff, JPEG.EXIF, 0, 34, ...codes("Exif\0\0"), ...codes("MM\0*"), 0, 0, 0, 8, 0, 1]);
  segment.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation], 20);
  return segment;
}

/** The orientation in EXIF data, 1 (upright) to 8. */
function orientationIn(tiff: Uint8Array): number {
  const isLittle = textAt(tiff, 0, 2) === "II";
  const read = (at: number, size: number) => numberAt(tiff, at, size, isLittle);
  const first = read(4, 4);
  for (let entry = 0; entry < read(first, 2); entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    const value = read(at + 8, 2);
    if (read(at, 2) === 0x0112) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Chunks of a PNG file about its pixels and colors; an animation becomes its first picture. */
const pngChunks: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs".split(" "),
);

function strippedPng(bytes: Uint8Array<ArrayBuffer>): Pieces | null {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = textAt(bytes, at + 4, 4);
    const size = numberAt(bytes, at, 4);
    const end = at + 12 + size;
    if (end > bytes.length) return null;
    if (name === "eXIf" && orientationIn(bytes.subarray(at + 8, at + 8 + size)) > 1) return null;
    if (pngChunks.has(name)) kept.push(bytes.subarray(at, end));
    if (name === "IEND") return kept;
    at = end;
  }
  return null;
}

const webpChunks: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP", "ANIM", "ANMF"]);
/** Bits of a header that announce EXIF and XMP. */
const WEBP_METADATA = 0x0c;

function strippedWebp(bytes: Uint8Array<ArrayBuffer>): Pieces | null {
  const kept: Pieces = [];
  const total = 8 + numberAt(bytes, 4, 4, true);
  if (total > bytes.length) return null;
  for (let at = 12; at + 8 <= total;) {
    const name = textAt(bytes, at, 4);
    const size = numberAt(bytes, at + 4, 4, true);
    // Chunks begin at even places.
    const end = Math.min(at + 8 + size + (size % 2), total);
    if (at + 8 + size > total) return null;
    if (name === "EXIF" && webpOrientation(bytes.subarray(at + 8, end)) > 1) return null;
    if (name === "VP8X") kept.push(withoutAnnouncement(bytes.subarray(at, end)));
    else if (webpChunks.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const head = bytes.slice(0, 12);
  const size = kept.reduce((sum, { length }) => sum + length, 4);
  new DataView(head.buffer).setUint32(4, size, true);
  return [head, ...kept];
}

function withoutAnnouncement(chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = chunk.slice();
  copy[8] = (copy[8] ?? 0) & ~WEBP_METADATA;
  return copy;
}

/** Some programs write the name that JPEG has before the data. */
function webpOrientation(data: Uint8Array): number {
  return orientationIn(textAt(data, 0, 6) === "Exif\0\0" ? data.subarray(6) : data);
}

function numberAt(bytes: Uint8Array, at: number, size: number, isLittle = false): number {
  const part = [...bytes.subarray(at, at + size)];
  return (isLittle ? part.reverse() : part).reduce((sum, byte) => sum * 256 + byte, 0);
}

const textAt = (bytes: Uint8Array, at: number, size: number) => String.fromCharCode(...bytes.subarray(at, at + size));
const codes = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0));
