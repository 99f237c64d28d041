// Mails what push has not delivered: one mail per conversation until the user reads it.
import type { Knex } from "knex";
import { noticeKinds, type NoticeKind } from "../../shared/domain/notices-rules.ts";
import { isOn } from "../domain/notices/choices.ts";
import { unsubscribeToken } from "../domain/notices/unsubscribe-token.ts";
import { enqueueLater } from "../kit/job-queue.ts";
import type { Services } from "../kit/services.ts";
import { noticeMail } from "../mail/texts.ts";
import type { Mailer } from "../mail/transport.ts";
import { MAIL_AFTER_SECONDS } from "./jobs.ts";
import { MOST_EVENTS, noticeOf, situationOf, type NoticeEvent, type Notice, type Subject } from "./notice.ts";

export type NoticeMailTools = {
  services: Services;
  mailer: Mailer;
  /** Public URL of the product, never taken from a request. */
  baseUrl: string;
  /** Addresses that get no mail: public demo logins. */
  withheld: ReadonlySet<string>;
  sent(): void;
};

/** Mails items unread after 15 minutes that push has not delivered; schedules another check for younger ones. */
export async function sendNoticeMail(tools: NoticeMailTools, subject: Subject): Promise<void> {
  const { services, mailer, baseUrl, withheld } = tools;
  const { db } = services;
  const situation = await situationOf(services, subject);
  if (!situation?.person.isEmailVerified || withheld.has(situation.person.email)) return;
  const { now, toldAt } = await deliveredByPush(db, subject);
  // Kinds that are off for push were not delivered by push.
  const isUndelivered = ({ kind, at }: NoticeEvent) =>
    Date.parse(at) > toldAt || !isOn(situation.choices, kind, "push");
  const notice = noticeOf(situation, "email", isUndelivered);
  if (!notice || (await isMailed(db, subject, notice))) return;
  const age = (now - Date.parse(notice.events.at(-1)?.at ?? "")) / 1000;
  if (age < MAIL_AFTER_SECONDS) return enqueueLater(db, "notice-mail", [subject], MAIL_AFTER_SECONDS - age);
  const { person, choices } = situation;
  const token = unsubscribeToken(services.installationKey, subject.userId);
  const stop = `${baseUrl}/unsubscribe?token=${token}`;
  const mail = noticeMail({
    name: person.name,
    from: notice.name,
    counts: countsOf(notice),
    isPart: notice.events.length === MOST_EVENTS,
    isReminder: notice.until !== null,
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

function countsOf({ events }: Notice): Record<NoticeKind, number> {
  const countOf = (kind: NoticeKind) => events.filter((one) => one.kind === kind).length;
  return Object.fromEntries(noticeKinds.map((kind) => [kind, countOf(kind)])) as Record<NoticeKind, number>;
}

/** Returns the time up to which push delivered everything, on any device, and the database's time, in milliseconds. */
async function deliveredByPush(db: Knex, { userId, peerId, about }: Subject): Promise<{ now: number; toldAt: number }> {
  const { rows } = await db.raw(
    `select extract(epoch from now())::float * 1000 as now, coalesce((
       select extract(epoch from "toldAt")::float * 1000 from push_told
       where "userId" = ? and "peerId" = ? and about = ?
     ), 0) as "toldAt"`,
    [userId, peerId, about],
  );
  return (rows as { now: number; toldAt: number }[])[0]!;
}

/** Whether a mail was sent and is still unread; for a review, since it was written. */
async function isMailed(db: Knex, subject: Subject, { events }: Notice): Promise<boolean> {
  const { rows } = await db.raw(
    `select 1 from notice_mails n left join messages m on m.id = n."messageId"
     where n."userId" = ? and n."peerId" = ? and n.about = ?
       and case when n."messageId" is null then n."mailedAt" >= ?::timestamptz else not m.read end`,
    [subject.userId, subject.peerId, subject.about, events[0]?.at ?? null],
  );
  return (rows as unknown[]).length > 0;
}
