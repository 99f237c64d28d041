// Sends mails with a secret, which is generated at sending; only its digest is stored.
import type { Knex } from "knex";
import { mayLogIn } from "../domain/accounts/people.ts";
import { newCode, newToken, codeHash, tokenHash } from "../domain/accounts/secrets.ts";
import {
  deletionMail,
  emailChangeMail,
  emailTakenMail,
  resetMail,
  securityMail,
  verificationMail,
} from "../mail/texts.ts";
import { dayIn, longDay } from "../../shared/kit/dates.ts";
import type { JobPayload } from "../kit/job-queue.ts";
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
    .where({ email })
    .whereRaw(mayLogIn)
    .update({
      passwordResetToken: tokenHash(token),
      passwordResetExpiry: db.raw("now() + interval '1 hour'"),
    })
    .returning(["name"]);
  if (user) await mailer.send({ to: email, ...resetMail(user.name, `${baseUrl}/reset-password?token=${token}`) });
}

/**
 * Mails each address that has not confirmed a change yet its link, which replaces an earlier one. An address that another
 * account has gets no link: its owner learns of the try, and the user who asked does not.
 * @param withheld addresses whose accounts get no mail
 */
export async function sendEmailChangeMails(
  { db, mailer }: Tools,
  userId: string,
  baseUrl: string,
  withheld: ReadonlySet<string>,
): Promise<void> {
  const tokens = { new: newToken(), old: newToken() };
  const { rows } = await db.raw<{ rows: EmailChangeRow[] }>(
    `update email_changes c set
       "newToken" = case when c."isNewConfirmed" then null else :new end,
       "oldToken" = case when c."isOldConfirmed" then null else :old end
     from users u
     where u.id = c."userId" and c."userId" = :userId and u."isActive" and c."expiresAt" > now()
     returning u.name, u.email as "oldEmail", c."newEmail", c."isNewConfirmed", c."isOldConfirmed", exists (
       select from users other where other.email = c."newEmail" and other.id <> c."userId"
     ) as "isTaken"`,
    { userId, new: tokenHash(tokens.new), old: tokenHash(tokens.old) },
  );
  const [change] = rows;
  if (!change || withheld.has(change.oldEmail)) return;
  const { name, oldEmail, newEmail } = change;
  const mailTo = (to: "new" | "old") =>
    emailChangeMail({ name, oldEmail, newEmail, to, link: `${baseUrl}/confirm-email?token=${tokens[to]}` });
  if (change.isTaken) await mailer.send({ to: newEmail, ...emailTakenMail(`${baseUrl}/forgot-password`) });
  else if (!change.isNewConfirmed) await mailer.send({ to: newEmail, ...mailTo("new") });
  if (!change.isOldConfirmed) await mailer.send({ to: oldEmail, ...mailTo("old") });
}

type EmailChangeRow = {
  name: string;
  oldEmail: string;
  newEmail: string;
  isNewConfirmed: boolean;
  isOldConfirmed: boolean;
  isTaken: boolean;
};

/** Mails a user who deletes the account until when a log-in keeps it. */
export async function sendDeletionMail(
  { db, mailer }: Tools,
  userId: string,
  baseUrl: string,
  withheld: ReadonlySet<string>,
): Promise<void> {
  const user: { email: string; name: string; eraseAt: string } | undefined = await db("users")
    .join("account_deletions", "account_deletions.userId", "users.id")
    .where({ "users.id": userId })
    .whereNull("erasedAt")
    .first("email", "name", "eraseAt");
  if (!user || withheld.has(user.email)) return;
  const day = longDay(dayIn(new Date(user.eraseAt), "UTC"));
  await mailer.send({ to: user.email, ...deletionMail(user.name, day, baseUrl) });
}

/** Mails a user what changed about how they log in, so that a stranger cannot change it unseen. */
export async function sendSecurityMail(
  { db, mailer }: Tools,
  { userId, about }: JobPayload<"security-mail">,
  baseUrl: string,
  withheld: ReadonlySet<string>,
): Promise<void> {
  const user: { email: string; name: string } | undefined = await db("users")
    .where({ id: userId, isActive: true })
    .first("email", "name");
  if (user && !withheld.has(user.email))
    await mailer.send({ to: user.email, ...securityMail(user.name, about, baseUrl) });
}
