// Everything that must never be readable in the database: passwords, session tokens, reset tokens, codes.
import { hash, verify } from "@node-rs/argon2";
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { turnstile } from "./turnstile.ts";

/** Two hashes at once: files, compression and name look-ups need the rest of the thread pool. */
const inThreadPool = turnstile(2, 1000);

/** argon2id with the library's defaults (19 MiB, two passes), computed on the thread pool. */
export function hashPassword(password: string): Promise<string> {
  return inThreadPool(() => hash(password));
}

let nobodysHash: Promise<string> | undefined;

/** Whether a password fits a stored hash. Without a hash it takes as long as with one and says no. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(16).toString("hex"));
  const compared = stored ?? (await nobodysHash);
  const fits = await inThreadPool(() => verify(compared, password));
  return fits && stored !== undefined;
}

/** 256 random bits for a cookie, a bearer token or a reset link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** How a token is stored. It is random and long, so a plain digest is enough. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** How a code is stored: bound to its person, so that equal codes look different. */
export function codeHash(userId: string, code: string): string {
  return createHash("sha256").update(`${userId}:${code}`).digest("hex");
}

/** Compares two digests without telling by time where they differ. */
export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
