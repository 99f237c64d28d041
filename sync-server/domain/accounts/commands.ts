import type { Knex } from "knex";
import type { accountsCommands, OwnUser } from "../../../shared/domain/accounts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { enqueue } from "../../kit/job-queue.ts";
import { KeptRefusal, userScope, type Handlers } from "../../kit/command-handler.ts";
import { lockUsers } from "../../db/locks.ts";
import { requireSecondFactor } from "./factors/codes.ts";
import { requireActive } from "./own/deletion.ts";
import { requireAllowedPassword } from "./password-policy.ts";
import { requirePassword, setPassword } from "./passwords.ts";
import { mayLogIn, ownUser, ownUserColumns } from "./people.ts";
import { codeHash, hashPassword, passwordMatches, sameDigest, tokenHash } from "./secrets.ts";

/** A code becomes invalid with this many wrong tries. */
const MAX_TRIES = 5;

const FORGOT_ANSWER = "If an account with this email exists, a password reset link is on its way.";

export const accountsHandlers: Handlers<typeof accountsCommands> = {
  "auth.signup": {
    async prepare({ passwordMin }, { email, password, name, userType }) {
      requireAllowedPassword(password, { min: passwordMin, field: "password" });
      const stored = await hashPassword(password);
      return async (context) => {
        const [user]: OwnUser[] = await context
          .tx("users")
          .insert({
            id: context.id,
            email,
            password: stored,
            name,
            userType,
            memberSince: String(new Date().getFullYear()),
          })
          .onConflict("email")
          .ignore()
          .returning(ownUserColumns);
        if (!user) throw emailTaken();
        await enqueue(context.tx, "verification-mail", { userId: user.id });
        await context.openSession(user.id);
        return { user, message: "Please check your email for a verification code." };
      };
    },
  },

  "auth.login": {
    async prepare({ db }, { email, password, code, keepAccount: keeps = false }) {
      const found = await credentials(db, email);
      if (!(await passwordMatches(found?.password, password)) || !found) throw new DomainError("login-failed");
      return async (context) => {
        // Keeping the account changes the row, so all such log-ins lock it in one order.
        if (keeps) await lockUsers(context.tx, [found.id], "change");
        const now = await credentials(context.tx, email);
        if (now?.password !== found.password) throw new DomainError("login-failed");
        // Before anything is written, because a refusal of a code keeps its writes.
        await requireSecondFactor(context.tx, context.services.sealer, now.id, code);
        await requireActive(context, now.id, keeps);
        await context.openSession(now.id);
        return { user: await person(context.tx, now.id) };
      };
    },
  },

  async "auth.logout"({ closeSession }) {
    await closeSession();
    return undefined;
  },

  "auth.changePassword": {
    async prepare({ db, me, passwordMin }, { oldPassword, newPassword, code }) {
      requireAllowedPassword(newPassword, { min: passwordMin, field: "newPassword" });
      const isStillRight = await requirePassword(db, me.id, oldPassword, "oldPassword");
      const stored = await hashPassword(newPassword);
      return async (context) => {
        await isStillRight(context.tx);
        await requireSecondFactor(context.tx, context.services.sealer, me.id, code);
        await setPassword(context.tx, me.id, stored, context.sessionHash);
        return { message: "Your password has been changed." };
      };
    },
  },

  async "auth.verifyEmail"(context, { code }) {
    const { tx, me } = context;
    const [tried] = await tx("users")
      .where({ id: me.id })
      .whereNotNull("verificationCode")
      .where("verificationTries", "<", MAX_TRIES)
      .whereRaw(`"verificationCodeExpiry" > now()`)
      .update({ verificationTries: tx.raw(`"verificationTries" + 1`) })
      .returning(["verificationCode"]);
    const user = await person(tx, me.id);
    if (user.isEmailVerified) return { user };
    // The count must survive the refusal, or every try would be the first.
    if (!tried || !sameDigest(tried.verificationCode, codeHash(me.id, code))) throw new KeptRefusal("code-invalid");
    await tx("users")
      .where({ id: me.id })
      .update({
        isEmailVerified: true,
        verificationCode: null,
        verificationCodeExpiry: null,
        verificationTries: 0,
        rev: tx.raw("rev + 1"),
      });
    context.changed("me", me.id, [userScope(me.id)]);
    return { user: { ...user, isEmailVerified: true } };
  },

  async "auth.resendVerification"({ tx, me }) {
    if (me.isEmailVerified) return { message: "Your email is verified already." };
    await tx("users")
      .where({ id: me.id })
      .update({ verificationCode: null, verificationCodeExpiry: null, verificationTries: 0 });
    await enqueue(tx, "verification-mail", { userId: me.id });
    return { message: "A new verification code is on its way." };
  },

  // The worker looks up the address, so the answer takes the same time for an unknown one.
  async "auth.forgotPassword"({ tx }, { email }) {
    await enqueue(tx, "reset-mail", { email });
    return { message: FORGOT_ANSWER };
  },

  "auth.resetPassword": {
    async prepare({ db, passwordMin }, { token, newPassword }) {
      requireAllowedPassword(newPassword, { min: passwordMin, field: "newPassword" });
      if (!(await personOfResetToken(db, token))) throw new DomainError("token-invalid");
      const stored = await hashPassword(newPassword);
      return async (context) => {
        const found = await personOfResetToken(context.tx, token);
        if (!found) throw new DomainError("token-invalid");
        await setPassword(context.tx, found.id, stored, context.sessionHash);
        return { message: "Your password has been reset. You can log in with it now." };
      };
    },
  },
};

function emailTaken(): DomainError {
  const taken = new DomainError("email-taken");
  return new DomainError("email-taken", { fields: { email: taken.message } });
}

type Credentials = { id: string; password: string };

/** In a transaction the row is locked: waits for a concurrent change, and nothing changes until the commit. */
async function credentials(db: Knex, typed: string): Promise<Credentials | undefined> {
  const email = typed.trim().toLowerCase();
  if (email.includes("\u0000")) return undefined;
  const query = db("users").first("id", "password").where({ email });
  return db.isTransaction ? query.forShare() : query;
}

async function person(tx: Knex, id: string): Promise<OwnUser> {
  const user = await ownUser(tx, id);
  if (!user) throw new DomainError("not-signed-in");
  return user;
}

/** In a transaction the row is locked, so that one link sets one password. */
async function personOfResetToken(db: Knex, token: string): Promise<{ id: string } | undefined> {
  const query = db("users")
    .first("id")
    .where({ passwordResetToken: tokenHash(token) })
    .whereRaw(mayLogIn)
    .whereRaw(`"passwordResetExpiry" > now()`);
  return db.isTransaction ? query.forNoKeyUpdate() : query;
}
