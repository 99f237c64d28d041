// From «something happened» to deliveries: claims due jobs, looks again at whether there is something to say, and writes one delivery a
// subscription, with the mail that follows if none arrives. All of one job in one transaction, so that a process that dies in the
// middle has done nothing.
import type { Knex } from "knex";
import { quietEnd } from "../../shared/domain/notices-rules.ts";
import { quietHoursOf } from "../domain/notices/choices.ts";
import { enqueueLater } from "../jobs/queue.ts";
import { situationOf, type Notice, type Subject } from "./notice.ts";

const LEASE_SECONDS = 60;
/** Seconds that a job claimed with newer news waits for them to gather. */
const GATHER_SECONDS = 4;
/** Seconds after which what is still unread is mailed. */
export const MAIL_AFTER_SECONDS = 900;

/** A message's time is cut to milliseconds, its transaction's is not. */
const CLOCK_SLACK_MS = 1000;

type Job = Subject & { version: number; createdAt: string };

/** Takes due jobs; another worker's are skipped until their lease ends. */
export async function claimNotices(db: Knex, count: number): Promise<Job[]> {
  const { rows } = await db.raw(
    `update push_jobs set "leaseUntil" = now() + ? * interval '1 second'
     where ("userId", "peerId", about) in (
       select "userId", "peerId", about from push_jobs
       where "runAt" <= now() and ("leaseUntil" is null or "leaseUntil" < now())
       order by "runAt" limit ? for update skip locked
     )
     returning "userId", "peerId", about, version, "createdAt"`,
    [LEASE_SECONDS, count],
  );
  return rows as Job[];
}

/** Does one claimed job. In quiet hours it waits for their end; mail does not. */
export async function planNotice(db: Knex, { version, createdAt, ...subject }: Job): Promise<void> {
  const situation = await situationOf(db, subject);
  const isNews = (notice: Notice | null | undefined) => Boolean(notice && happenedSince(notice, createdAt));
  const isForPush = isNews(situation?.say.push);
  await db.transaction(async (tx) => {
    const quietUntil = situation && isForPush ? quietEnd(new Date(), quietHoursOf(situation.choices)) : null;
    if (isForPush && quietUntil === null) await addDeliveries(tx, subject);
    if (isNews(situation?.say.email) && situation?.person.isEmailVerified)
      await enqueueLater(tx, "notice-mail", subject, MAIL_AFTER_SECONDS);
    if (quietUntil) return tx("push_jobs").where(subject).update({ leaseUntil: null, runAt: quietUntil });
    // What came while this was looked at has raised the version; then the job stays for it.
    const done = await tx("push_jobs")
      .where({ ...subject, version })
      .delete();
    if (done === 0)
      await tx("push_jobs")
        .where(subject)
        .update({ leaseUntil: null, runAt: tx.raw(`now() + ? * interval '1 second'`, [GATHER_SECONDS]) });
  });
}

/** A message of a kind the person does not hear of must not bring up an older one that they have been told of. */
function happenedSince({ times }: Notice, createdAt: string): boolean {
  return Date.parse(times[0] ?? "") >= Date.parse(createdAt) - CLOCK_SLACK_MS;
}

/** One delivery a subscription of a live session. One that waits already, or waits for its next try, says the newest as well. */
async function addDeliveries(tx: Knex, { userId, peerId, about }: Subject): Promise<void> {
  await tx.raw(
    `insert into push_deliveries ("subscriptionId", "peerId", about, "runAt")
     select p.id, ?, ?, now() from push_subscriptions p join sessions s on s."idHash" = p."sessionHash"
     where p."userId" = ? and s."revokedAt" is null and s."expiresAt" > now() order by p.id
     on conflict ("subscriptionId", "peerId", about) do update set
       "runAt" = greatest(coalesce(push_deliveries."runAt", now()), now()), attempts = 0, "createdAt" = now(),
       "isShort" = false, version = push_deliveries.version + 1`,
    [peerId, about, userId],
  );
}
