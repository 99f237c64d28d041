// Codes of an authenticator app: RFC 6238 over HMAC-SHA-1 with six digits and steps of 30 seconds, as all such apps expect.
import { createHmac, randomBytes } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;

/** Steps before and after the present one whose codes count too, since the clocks of phones differ. */
const STEPS_AROUND = 1;

const SECRET_BYTES = 20;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base32, as authenticator apps show it. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** Base32 without padding (RFC 4648). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The step of a time in milliseconds since 1970. */
export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / 1000 / STEP_SECONDS);
}

/** The code of a step; RFC 4226 calls the step a counter. */
export function codeOfStep(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step whose code was typed, near a time; null for a wrong code. */
export function stepOfCode(secret: string, typed: string, timeMs: number): number | null {
  const now = stepAt(timeMs);
  for (let step = now + STEPS_AROUND; step >= now - STEPS_AROUND; step--)
    if (codeOfStep(secret, step) === typed) return step;
  return null;
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string): string {
  const label = encodeURIComponent(`Tailhour:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Tailhour&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
