// Rows of users, as others and as they themselves may see them.
import type { Knex } from "knex";
import { me, publicUser, type OwnUser, type PublicUser } from "../../../shared/domain/accounts.ts";
import { userScope } from "../../kit/command-handler.ts";

/** Columns of `users` that the user may see. */
export const ownUserColumns = Object.keys(me.schema.shape) as (keyof OwnUser)[];

/** Columns of `users` that everyone may see. */
export const publicUserColumns = Object.keys(publicUser.schema.shape) as (keyof PublicUser)[];

/** The user's own view of the account, or undefined. */
export async function ownUser(db: Knex, id: string): Promise<OwnUser | undefined> {
  return db("users")
    .first(...ownUserColumns)
    .where({ id });
}

/** Whether an active account is an admin. */
export async function hasAdmin(db: Knex): Promise<boolean> {
  return (await db("users").where({ isAdmin: true, isActive: true }).first("id")) !== undefined;
}

/** Over `users`: active accounts, and those that their users are deleting and may still keep. */
export const mayLogIn = `("isActive" or exists (
  select from account_deletions d where d."userId" = users.id and d."erasedAt" is null and d."eraseAt" > now()
))`;

/** Returns the account id for a typed address, or undefined. */
export async function accountIdOf(db: Knex, typed: string): Promise<string | undefined> {
  if (typed.includes("\u0000")) return undefined;
  const row: { id: string } | undefined = await db("users").first("id").where({ email: typed.trim().toLowerCase() });
  return row?.id;
}

/** Scopes of all conversation partners. The caller holds a lock on the user's row. */
export async function partnerScopes(tx: Knex, id: string): Promise<string[]> {
  const { rows } = await tx.raw(
    `select "receiverId" as id from messages where "senderId" = :id union select "senderId" from messages where "receiverId" = :id`,
    { id },
  );
  return (rows as { id: string }[]).map((row) => userScope(row.id));
}
