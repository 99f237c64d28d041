// The signed token of an unsubscribe link: it identifies a user, works without a session and allows nothing else.
import type { Knex } from "knex";
import { isKeyedHash, keyedHash } from "../../db/keyed-hash.ts";

const PURPOSE = "stop-mail";

/** Valid as long as the account, because mail may be read years later. */
export function unsubscribeToken(installationKey: Buffer, userId: string): string {
  const name = Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
  return `${name}.${keyedHash(installationKey, PURPOSE, userId)}`;
}

/** Returns the user of a token, or null. */
export async function userOfUnsubscribeToken(installationKey: Buffer, db: Knex, token: string): Promise<string | null> {
  const [name = "", hash = ""] = token.split(".");
  const hex = Buffer.from(name, "base64url").toString("hex");
  if (hex.length !== 32) return null;
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  if (!isKeyedHash(installationKey, PURPOSE, userId, hash)) return null;
  return (await db("users").where({ id: userId }).first("id")) ? userId : null;
}
