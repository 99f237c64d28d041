import type { Knex } from "knex";
import { endSessionsOf } from "./sessions.ts";

/** Stores a password's hash, invalidates an open reset link, and ends all sessions except the given one. */
export async function setPassword(
  tx: Knex,
  userId: string,
  stored: string,
  savedSession: string | null,
): Promise<void> {
  await tx("users")
    .where({ id: userId })
    .update({ password: stored, passwordResetToken: null, passwordResetExpiry: null });
  await endSessionsOf(tx, userId, savedSession);
}
