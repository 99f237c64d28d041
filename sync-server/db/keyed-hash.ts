// Names that mean something to this installation alone: a keyed digest of an id, the same in every process.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Knex } from "knex";

/** The secret all servers of this database share: they sign cursors and hash ids with it. */
export async function readInstallationKey(db: Knex): Promise<Buffer> {
  const row: { cursorKey: Buffer } | undefined = await db("sync_meta").first("cursorKey");
  if (!row) throw new Error("sync_meta is empty: the server has not prepared this database");
  return row.cursorKey;
}

/** 16 bytes in base64url (22 characters); `purpose` keeps hashes of one kind from being taken for another's. */
export function keyedHash(installationKey: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", installationKey)
    .update(`${purpose}:${text}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}

/** Whether a hash that came from outside is the one of `text`. */
export function isKeyedHash(installationKey: Buffer, purpose: string, text: string, hash: string): boolean {
  const right = Buffer.from(keyedHash(installationKey, purpose, text));
  const given = Buffer.from(hash);
  return right.length === given.length && timingSafeEqual(right, given);
}
