// The stored password of a user: its check before a change of the account, and its change.
import type { Knex } from "knex";
import { DomainError } from "../../../shared/kit/errors.ts";
import { passwordMatches } from "./secrets.ts";
import { endSessionsOf } from "./sessions.ts";

/** Stores a password's hash, invalidates open links of the account, and ends all sessions except the given one. */
export async function setPassword(
  tx: Knex,
  userId: string,
  stored: string,
  savedSession: string | null,
): Promise<void> {
  await tx("users")
    .where({ id: userId })
    .update({ password: stored, passwordResetToken: null, passwordResetExpiry: null });
  // A change that an intruder started with the former password must not go on.
  await tx("email_changes").where({ userId }).delete();
  await endSessionsOf(tx, userId, savedSession);
}

/** The stored hash of a user. In a transaction the row is locked for a change. */
export async function storedPassword(db: Knex, id: string): Promise<string | undefined> {
  const query = db("users").first("password").where({ id });
  const row: { password: string } | undefined = await (db.isTransaction ? query.forNoKeyUpdate() : query);
  return row?.password;
}

/**
 * Compares a typed password, outside of a transaction because that is slow. Returns a check for the transaction: it locks
 * the user, and refuses if the password has changed meanwhile.
 * @param field the field of the input that contains it
 * @throws DomainError wrong-password
 */
export async function requirePassword(
  db: Knex,
  userId: string,
  typed: string,
  field = "password",
): Promise<(tx: Knex.Transaction) => Promise<void>> {
  const found = await storedPassword(db, userId);
  if (!(await passwordMatches(found, typed))) throw wrongPassword(field);
  return async (tx) => {
    if ((await storedPassword(tx, userId)) !== found) throw wrongPassword(field);
  };
}

function wrongPassword(field: string): DomainError {
  const { message } = new DomainError("wrong-password");
  return new DomainError("wrong-password", { fields: { [field]: message } });
}
