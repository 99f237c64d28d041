// Rows of people as others, and as they themselves, may see them.
import type { Knex } from "knex";
import { me, publicUser, type OwnUser, type PublicUser } from "../../../shared/domain/accounts.ts";
import { userScope } from "../../kit/command-handler.ts";

/** Columns of `users` that may leave the server for the person's own eyes. */
export const ownUserColumns = Object.keys(me.schema.shape) as (keyof OwnUser)[];

/** Columns of `users` that anybody may see. */
export const publicUserColumns = Object.keys(publicUser.schema.shape) as (keyof PublicUser)[];

/** The person as they see themselves, or undefined. */
export async function ownUser(db: Knex, id: string): Promise<OwnUser | undefined> {
  return db("users")
    .first(...ownUserColumns)
    .where({ id });
}

/** The account of a typed address, if there is one. */
export async function accountIdOf(db: Knex, typed: string): Promise<string | undefined> {
  if (typed.includes("\u0000")) return undefined;
  const row: { id: string } | undefined = await db("users").first("id").where({ email: typed.trim().toLowerCase() });
  return row?.id;
}

/** Everybody the person has a conversation with; ask with the person's row locked. */
export async function partnerScopes(tx: Knex, id: string): Promise<string[]> {
  const { rows } = await tx.raw(
    `select "receiverId" as id from messages where "senderId" = :id union select "senderId" from messages where "receiverId" = :id`,
    { id },
  );
  return (rows as { id: string }[]).map((row) => userScope(row.id));
}
