// Who is signed in where: one row a device, named by the digest of its token.
import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ownUserColumns } from "./people.ts";
import { newToken, tokenHash } from "./secrets.ts";

export const SESSION_DAYS = 30;

/** A session's last sign of life is written at most this often. */
const TOUCH_MS = 3_600_000;

export type Session = {
  idHash: string;
  me: OwnUser;
  /** Its last sign of life is old enough to be written again. */
  isStale: boolean;
};

/** Starts a session and gives its token, which is stored nowhere. */
export async function startSession(tx: Knex, userId: string, userAgent: string): Promise<string> {
  const token = newToken();
  await tx("sessions").insert({
    idHash: tokenHash(token),
    userId,
    expiresAt: tx.raw(`now() + interval '${SESSION_DAYS} days'`),
    userAgent: userAgent.replaceAll("\u0000", "").slice(0, 300),
  });
  return token;
}

/** The live session behind a token. Ended, expired and deactivated people's sessions are none. */
export async function liveSession(db: Knex, token: string): Promise<Session | null> {
  const idHash = tokenHash(token);
  const row = await db("sessions")
    .join("users", "users.id", "sessions.userId")
    .first(
      ...ownUserColumns.map((column) => `users.${column}`),
      db.raw(`sessions."lastSeenAt" < now() - ? * interval '1 millisecond' as "isStale"`, [TOUCH_MS]),
    )
    .where({ "sessions.idHash": idHash, "users.isActive": true })
    .whereNull("sessions.revokedAt")
    .whereRaw(`sessions."expiresAt" > now()`);
  if (!row) return null;
  const { isStale, ...me } = row as OwnUser & { isStale: boolean };
  return { idHash, me, isStale };
}

/** Notes a sign of life and moves the end of the session 30 days from now. */
export async function touchSession(db: Knex, idHash: string): Promise<void> {
  await db("sessions")
    .where({ idHash })
    .whereNull("revokedAt")
    .update({ lastSeenAt: db.fn.now(), expiresAt: db.raw(`now() + interval '${SESSION_DAYS} days'`) });
}

export async function endSession(tx: Knex, idHash: string): Promise<void> {
  await tx("sessions").where({ idHash }).whereNull("revokedAt").update({ revokedAt: tx.fn.now() });
}

/** Ends every session of a person, save the one given. */
export async function endSessionsOf(tx: Knex, userId: string, save: string | null): Promise<void> {
  await tx("sessions")
    .where({ userId })
    .whereNull("revokedAt")
    .modify((query) => {
      if (save !== null) void query.whereNot({ idHash: save });
    })
    .update({ revokedAt: tx.fn.now() });
}
