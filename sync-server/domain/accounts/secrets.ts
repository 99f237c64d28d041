// Hashes and creates secrets, which the database never stores in readable form: passwords, tokens and codes.
import { hash, verify } from "@node-rs/argon2";
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { concurrencyLimit } from "./concurrency-limit.ts";

/** At most two hashes at once: files, compression and name resolution need the rest of the thread pool. */
const inThreadPool = concurrencyLimit(2, 1000);

/** argon2id with the library's defaults (19 MiB, two passes), computed on the thread pool. */
export function hashPassword(password: string): Promise<string> {
  return inThreadPool(() => hash(password));
}

let nobodysHash: Promise<string> | undefined;

/** Whether a password matches a stored hash. Without a hash it takes as long, and returns false. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(16).toString("hex"));
  const compared = stored ?? (await nobodysHash);
  const fits = await inThreadPool(() => verify(compared, password));
  return fits && stored !== undefined;
}

/** Returns 256 random bits for a cookie, a bearer token or a reset link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Digest for storage. A token is random and long, so a plain digest is enough. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Digest for storage: bound to the user, so that equal codes look different. */
export function codeHash(userId: string, code: string): string {
  return createHash("sha256").update(`${userId}:${code}`).digest("hex");
}

/** Compares two digests in constant time. */
export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
