// Names that mean something to this installation alone: a keyed digest of an id, the same in every process.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Knex } from "knex";

const keys = new WeakMap<object, Promise<Buffer>>();

/** Transactions share the settings of their database, not its client. */
function ownerOf(db: Knex): object {
  return (db.client as { config: object }).config;
}

async function readKey(db: Knex): Promise<Buffer> {
  const row: { cursorKey: Buffer } | undefined = await db("sync_meta").first("cursorKey");
  if (!row) throw new Error("sync_meta is empty: the server has not prepared this database");
  return row.cursorKey;
}

/** 16 bytes in base64url (22 characters); `purpose` keeps hashes of one kind from being taken for another's. */
export async function keyedHash(db: Knex, purpose: string, text: string): Promise<string> {
  const owner = ownerOf(db);
  let key = keys.get(owner);
  if (!key) {
    key = readKey(db);
    key.catch(() => keys.delete(owner));
    keys.set(owner, key);
  }
  return createHmac("sha256", await key)
    .update(`${purpose}:${text}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}

/** Whether a hash that came from outside is the one of `text`. */
export async function isKeyedHash(db: Knex, purpose: string, text: string, hash: string): Promise<boolean> {
  const right = Buffer.from(await keyedHash(db, purpose, text));
  const given = Buffer.from(hash);
  return right.length === given.length && timingSafeEqual(right, given);
}
