// Mails that carry a secret. The secret is made here, at the moment of sending, and only its digest is kept.
import type { Knex } from "knex";
import { newCode, newToken, codeHash, tokenHash } from "../domain/accounts/secrets.ts";
import { resetMail, verificationMail } from "../mail/texts.ts";
import type { Mailer } from "../mail/transport.ts";

type Tools = { db: Knex; mailer: Mailer };

/** Makes a new code, which replaces any earlier one and starts its count at 0, and mails it. */
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
 * Makes a new reset link, which kills an earlier one, and mails it. Nothing happens for an unknown or deactivated address.
 * @param baseUrl where the product is reached, never taken from a request
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
