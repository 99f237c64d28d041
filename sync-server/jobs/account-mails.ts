// Sends mails with a secret, which is generated at sending; only its digest is stored.
import type { Knex } from "knex";
import { newCode, newToken, codeHash, tokenHash } from "../domain/accounts/secrets.ts";
import { resetMail, verificationMail } from "../mail/texts.ts";
import type { Mailer } from "../mail/transport.ts";

type Tools = { db: Knex; mailer: Mailer };

/** Mails a new code, which replaces any earlier one and resets its count of tries. */
export async function sendVerificationMail({ db, mailer }: Tools, userId: string): Promise<void> {
  const code = newCode();
  const [user]: { email: string; name: string }[] = await db("users")
    .where({ id: userId, isEmailVerified: false, isActive: true })
    .update({
      verificationCode: codeHash(userId, code),
      verificationCodeExpiry: db.raw("now() + interval '15 minutes'"),
      verificationTries: 0,
    })
    .returning(["email", "name"]);
  if (user) await mailer.send({ to: user.email, ...verificationMail(user.name, code) });
}

/**
 * Mails a new reset link, which invalidates an earlier one. Does nothing for an unknown or deactivated address.
 * @param baseUrl public URL of the product, never taken from a request
 */
export async function sendResetMail({ db, mailer }: Tools, email: string, baseUrl: string): Promise<void> {
  const token = newToken();
  const [user]: { name: string }[] = await db("users")
    .where({ email, isActive: true })
    .update({
      passwordResetToken: tokenHash(token),
      passwordResetExpiry: db.raw("now() + interval '1 hour'"),
    })
    .returning(["name"]);
  if (user) await mailer.send({ to: email, ...resetMail(user.name, `${baseUrl}/reset-password?token=${token}`) });
}
