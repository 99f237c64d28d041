// The change of an account's email address: asked for with the password, confirmed by a link at both addresses.
import type { Knex } from "knex";
import {
  EMAIL_CHANGE_HOURS,
  type emailChangeCommands,
  type emailChangeQueries,
  type EmailChange,
} from "../../../../shared/domain/accounts/email-change.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";
import { lockUsers } from "../../../db/locks.ts";
import { userScope, type Handlers, type WriteContext } from "../../../kit/command-handler.ts";
import { enqueue } from "../../../kit/job-queue.ts";
import type { Resolvers } from "../../../kit/query-resolver.ts";
import { requireSecondFactor } from "../factors/codes.ts";
import { requirePassword } from "../passwords.ts";
import { tokenHash } from "../secrets.ts";
import { endSessionsOf } from "../sessions.ts";

const shownColumns = ["newEmail as email", "isNewConfirmed", "isOldConfirmed", "expiresAt"] as const;

export const emailChangeHandlers: Handlers<typeof emailChangeCommands> = {
  "account.changeEmail": {
    async prepare({ db, me }, { email, password, code }) {
      const isStillRight = await requirePassword(db, me.id, password);
      if (email === me.email) throw sameAddress();
      return async (context) => {
        const { tx, sessionHash, services } = context;
        await isStillRight(tx);
        await requireSecondFactor(tx, services.sealer, me.id, code);
        const [change]: EmailChange[] = await tx("email_changes")
          .insert({
            userId: me.id,
            newEmail: email,
            newToken: null,
            oldToken: null,
            isNewConfirmed: false,
            isOldConfirmed: false,
            sessionHash,
            expiresAt: tx.raw("now() + ? * interval '1 hour'", [EMAIL_CHANGE_HOURS]),
          })
          .onConflict("userId")
          .merge()
          .returning([...shownColumns]);
        await enqueue(tx, "email-change-mails", { userId: me.id });
        return { change: change! };
      };
    },
  },

  async "account.cancelEmailChange"({ tx, me }) {
    await cancelEmailChange(tx, me.id);
    return undefined;
  },

  async "account.confirmEmail"(context, { token }) {
    const { tx } = context;
    const { userId, side } = await lockedChange(tx, token);
    const confirmed = side === "new" ? "isNewConfirmed" : "isOldConfirmed";
    const [change] = await tx("email_changes")
      .where({ userId })
      .update({ [confirmed]: true, [`${side}Token`]: null })
      .returning(["newEmail", "isNewConfirmed", "isOldConfirmed", "sessionHash"]);
    // An address that nobody ever verified may be a typing mistake, so it cannot be asked.
    const { isEmailVerified } = await tx("users").where({ id: userId }).first("isEmailVerified");
    if (!change.isNewConfirmed) return { waitsFor: "new" };
    if (!change.isOldConfirmed && isEmailVerified) return { waitsFor: "old" };
    await takeAddress(context, userId, change.newEmail, change.sessionHash);
    return { waitsFor: "nobody" };
  },

  async "account.stopEmailChange"({ tx }, { token }) {
    await cancelEmailChange(tx, (await lockedChange(tx, token)).userId);
    return undefined;
  },
};

export const emailChangeResolvers: Resolvers<typeof emailChangeQueries> = {
  async "account.emailChange"({ db, me }) {
    const change: EmailChange | undefined = await db("email_changes")
      .where({ userId: me.id })
      .whereRaw(`"expiresAt" > now()`)
      .first([...shownColumns]);
    return { change: change ?? null };
  },
};

/** Ends an open change: its links stop working. */
export async function cancelEmailChange(tx: Knex, userId: string): Promise<void> {
  await tx("email_changes").where({ userId }).delete();
}

type Side = "new" | "old";

/**
 * Locks the user, then the change that a link belongs to, so that one link confirms once.
 * @throws DomainError link-invalid
 */
async function lockedChange(tx: Knex.Transaction, token: string): Promise<{ userId: string; side: Side }> {
  const digest = tokenHash(token);
  const ofToken = () =>
    tx("email_changes")
      .where((query) => void query.where({ newToken: digest }).orWhere({ oldToken: digest }))
      .whereRaw(`"expiresAt" > now()`);
  const found: { userId: string } | undefined = await ofToken().first("userId");
  if (!found) throw new DomainError("link-invalid");
  await lockUsers(tx, [found.userId], "change");
  const change: { newToken: string | null } | undefined = await ofToken().forUpdate().first("newToken");
  const isActive = await tx("users").where({ id: found.userId, isActive: true }).first("id");
  if (!change || !isActive) throw new DomainError("link-invalid");
  return { userId: found.userId, side: change.newToken === digest ? "new" : "old" };
}

/**
 * Gives the account its new address. Ends reset links, codes, and all sessions but the one that asked for the change.
 * @throws DomainError email-taken, for another account that got the address first
 */
async function takeAddress(
  { tx, changed }: WriteContext,
  userId: string,
  email: string,
  sessionHash: string | null,
): Promise<void> {
  await tx
    .transaction((savepoint) =>
      savepoint("users")
        .where({ id: userId })
        .update({
          email,
          isEmailVerified: true,
          verificationCode: null,
          verificationCodeExpiry: null,
          verificationTries: 0,
          passwordResetToken: null,
          passwordResetExpiry: null,
          rev: tx.raw("rev + 1"),
        }),
    )
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "23505" ? new DomainError("email-taken") : error;
    });
  await cancelEmailChange(tx, userId);
  await endSessionsOf(tx, userId, sessionHash);
  changed("me", userId, [userScope(userId)]);
}

function sameAddress(): DomainError {
  const message = "This is the address of your account already.";
  return new DomainError("invalid", { message, fields: { email: message } });
}
