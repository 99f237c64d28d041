// Keyed digests of ids, valid in this installation alone and the same in every process.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Knex } from "knex";

/** Reads the secret that all servers of this database share, to sign cursors and hash ids. */
export async function readInstallationKey(db: Knex): Promise<Buffer> {
  const row: { cursorKey: Buffer } | undefined = await db("sync_meta").first("cursorKey");
  if (!row) throw new Error("sync_meta is empty: the server has not prepared this database");
  return row.cursorKey;
}

/** Returns 16 bytes in base64url (22 characters); `purpose` separates hashes of different uses. */
export function keyedHash(installationKey: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", installationKey)
    .update(`${purpose}:${text}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}

/** Whether an untrusted hash is the one of `text`. */
export function isKeyedHash(installationKey: Buffer, purpose: string, text: string, hash: string): boolean {
  const right = Buffer.from(keyedHash(installationKey, purpose, text));
  const given = Buffer.from(hash);
  return right.length === given.length && timingSafeEqual(right, given);
}
