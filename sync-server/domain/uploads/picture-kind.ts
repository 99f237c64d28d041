// Detects a picture's format by its first bytes, and content of other programs in the same file.
import { DomainError } from "../../../shared/kit/errors.ts";
import { HEIC_REFUSED } from "../../../shared/domain/uploads-rules.ts";

export type PictureKind = "jpeg" | "png" | "webp" | "gif" | "avif";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const NO_PICTURE = "This file is not a picture that can be read here. Choose JPEG or PNG.";
const MORE_THAN_A_PICTURE = "This file is more than a picture. Save it again as JPEG or PNG.";

/**
 * Returns the format of a picture; ignores its file name and content type.
 * @throws DomainError not-an-image
 */
export function kindOf(bytes: Buffer): PictureKind {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (bytes.length >= 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (bytes.subarray(0, 8).equals(PNG)) return "png";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp") {
    const brands: string[] = text(8, Math.min(bytes.readUInt32BE(0), 64, bytes.length)).match(/.{4}/gs) ?? [];
    if (brands.includes("avif") || brands.includes("avis")) return "avif";
    if (brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) throw refused(HEIC_REFUSED);
  }
  throw refused(NO_PICTURE);
}

/**
 * Refuses a file that another program would read as a page, document or archive. The re-encoding would remove such
 * content, but a refusal informs the sender.
 * @throws DomainError not-an-image
 */
export function requireOnlyPicture(bytes: Buffer): void {
  const marks = ["<script", "<SCRIPT", "<html", "<HTML", "<!DOCTYPE", "<!doctype", "<svg", "<?php"];
  const isPage = marks.some((mark) => bytes.includes(mark, 0, "latin1"));
  const isDocument = bytes.subarray(0, 1024).includes("%PDF-", 0, "latin1");
  // A ZIP archive's directory ends within the last 64 KiB of a file, before a comment.
  const isArchive = bytes.subarray(-65_557).includes("PK\x05\x06", 0, "latin1");
  if (isPage || isDocument || isArchive) throw refused(MORE_THAN_A_PICTURE);
}

/**
 * Checks the content type that a browser announces before it sends bytes.
 * @throws DomainError not-an-image
 */
export function requirePictureType(type: string): void {
  const plain = type.split(";")[0]!.trim().toLowerCase();
  if (/^image\/hei[cf]/.test(plain)) throw refused(HEIC_REFUSED);
  if (!plain.startsWith("image/") || plain.startsWith("image/svg")) throw refused(NO_PICTURE);
}

function refused(message: string): DomainError {
  return new DomainError("not-an-image", { message });
}
