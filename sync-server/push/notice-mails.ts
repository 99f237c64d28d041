// The mail for what no push has told: one a conversation, until somebody has read.
import type { Knex } from "knex";
import { stopToken } from "../domain/notices/stop-token.ts";
import { enqueueLater } from "../jobs/queue.ts";
import { noticeMail } from "../mail/texts.ts";
import type { Mailer } from "../mail/transport.ts";
import { MAIL_AFTER_SECONDS } from "./jobs.ts";
import { situationOf, type Notice, type Subject } from "./notice.ts";

export type NoticeMailTools = {
  db: Knex;
  mailer: Mailer;
  /** Where the product is reached, never taken from a request. */
  baseUrl: string;
  /** Addresses that get no mail: logins that everybody knows. */
  withheld: ReadonlySet<string>;
  sent(): void;
};

/** Mails what is still unread after 15 minutes and was not delivered by push; asks again later for what is younger. */
export async function sendNoticeMail(tools: NoticeMailTools, subject: Subject): Promise<void> {
  const { db, mailer, baseUrl, withheld } = tools;
  const situation = await situationOf(db, subject);
  const notice = situation?.say.email;
  if (!notice || !situation.person.isEmailVerified || withheld.has(situation.person.email)) return;
  const age = await secondsUntold(db, subject, notice);
  if (age === null || (await isMailed(db, subject, notice))) return;
  if (age < MAIL_AFTER_SECONDS) return enqueueLater(db, "notice-mail", [subject], MAIL_AFTER_SECONDS - age);
  const { person, choices } = situation;
  const token = await stopToken(db, subject.userId);
  const stop = `${baseUrl}/unsubscribe?token=${token}`;
  const mail = noticeMail({
    name: person.name,
    from: notice.name,
    kind: notice.kind,
    count: notice.times.length,
    snippet: choices.hideText ? null : notice.text,
    links: { open: `${baseUrl}${notice.path}`, settings: `${baseUrl}/settings`, stop },
  });
  await mailer.send({
    to: person.email,
    ...mail,
    headers: {
      "List-Unsubscribe": `<${baseUrl}/api/mail/unsubscribe?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  await db("notice_mails")
    .insert({ ...subject, messageId: notice.messageId })
    .onConflict(["userId", "peerId", "about"])
    .merge({ messageId: notice.messageId, mailedAt: db.fn.now() });
  tools.sent();
}

/** Seconds for which the oldest thing has waited that came after the last push arrived; null when push has told everything. */
async function secondsUntold(db: Knex, { userId, peerId, about }: Subject, { times }: Notice): Promise<number | null> {
  const { rows } = await db.raw(
    `select extract(epoch from now() - min(at))::float as age from unnest(?::timestamptz[]) as at
     where at > coalesce((
       select max(d."deliveredAt") from push_deliveries d join push_subscriptions p on p.id = d."subscriptionId"
       where p."userId" = ? and d."peerId" = ? and d.about = ?
     ), '-infinity')`,
    [times, userId, peerId, about],
  );
  return (rows as { age: number | null }[])[0]?.age ?? null;
}

/** Whether a mail was sent that is not read yet; for a review, since it was written. */
async function isMailed(db: Knex, subject: Subject, { times }: Notice): Promise<boolean> {
  const { rows } = await db.raw(
    `select 1 from notice_mails n left join messages m on m.id = n."messageId"
     where n."userId" = ? and n."peerId" = ? and n.about = ?
       and case when n."messageId" is null then n."mailedAt" >= ?::timestamptz else not m.read end`,
    [subject.userId, subject.peerId, subject.about, times[0] ?? null],
  );
  return (rows as unknown[]).length > 0;
}
