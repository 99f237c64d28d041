// Turns notice jobs into deliveries: claims due jobs, checks that there is still something to report, writes one
// delivery per subscription.
// Also plans the mail that follows if no push arrives.
// Each batch is one transaction, so a crash leaves no partial work.
import type { Knex } from "knex";
import { COLLECT_SECONDS } from "../domain/notices/schedule.ts";
import type { Services } from "../kit/services.ts";
import { enqueueLater } from "../kit/job-queue.ts";
import { noticeOf, quietUntil, situationsOf, type Notice, type Situation, type Subject } from "./notice.ts";

const LEASE_SECONDS = 60;
/** Seconds until unread items are mailed. */
export const MAIL_AFTER_SECONDS = 900;
/** Messages have times in milliseconds, transactions in microseconds. */
const CLOCK_SLACK_MS = 1000;

export type Job = Subject & { version: number; createdAt: string };

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

/** Result of a job: deliveries now, or push after the quiet hours; mail ignores quiet hours. */
type Plan = { job: Job; push: boolean; mail: boolean; quietUntil: Date | null };

/** Processes claimed jobs. */
export async function planNotices(services: Services, jobs: readonly Job[]): Promise<void> {
  const situations = await situationsOf(services, jobs);
  const plans = jobs.map((job, index) => planOf(job, situations[index] ?? null, new Date()));
  const subjectsOf = (those: readonly Plan[]) =>
    those.map(({ job: { userId, peerId, about } }): Subject => ({ userId, peerId, about }));
  await services.db.transaction(async (tx) => {
    await addDeliveries(tx, subjectsOf(plans.filter(({ push }) => push)));
    await enqueueLater(tx, "notice-mail", subjectsOf(plans.filter(({ mail }) => mail)), MAIL_AFTER_SECONDS);
    await settleJobs(tx, plans);
  });
}

function planOf(job: Job, situation: Situation | null, now: Date): Plan {
  const notice = situation && noticeOf(situation, "push");
  const isForPush = isNewEvent(notice, job);
  const delayedUntil = notice && isForPush ? quietUntil(situation, notice, now) : null;
  const mail = isNewEvent(situation && noticeOf(situation, "email"), job) && situation?.person.isEmailVerified === true;
  return { job, push: isForPush && delayedUntil === null, mail, quietUntil: delayedUntil };
}

/** A message of a muted kind must not repeat an older one that was already reported. */
function isNewEvent(notice: Notice | null, { createdAt }: Job): boolean {
  return Boolean(notice) && Date.parse(notice?.events[0]?.at ?? "") >= Date.parse(createdAt) - CLOCK_SLACK_MS;
}

// Rows are locked in key order, as message writers lock them.
const those = `select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::integer[], ?::timestamptz[])
  as t("userId", "peerId", about, version, "quietUntil") order by 1, 2, 3`;

/**
 * Ends a job or delays it until the quiet hours end.
 * A message or changed quiet hours meanwhile have raised its version; then the job runs again.
 */
async function settleJobs(tx: Knex, plans: readonly Plan[]): Promise<void> {
  const same = `j."userId" = t."userId" and j."peerId" = t."peerId" and j.about = t.about`;
  const columns = [
    plans.map(({ job }) => job.userId),
    plans.map(({ job }) => job.peerId),
    plans.map(({ job }) => job.about),
    plans.map(({ job }) => job.version),
    // `infinity` means that nothing remains to do.
    plans.map(({ quietUntil }) => quietUntil?.toISOString() ?? "infinity"),
  ];
  await tx.raw(
    `with t as materialized (${those}), locked as materialized (
       select j."userId", j."peerId", j.about from push_jobs j join t on ${same} order by 1, 2, 3 for update of j
     )
     select from locked`,
    columns,
  );
  // Deletes under the locks, so that no concurrent message loses its job.
  await tx.raw(
    `delete from push_jobs j using (${those}) t where ${same} and j.version = t.version and t."quietUntil" = 'infinity'`,
    columns,
  );
  await tx.raw(
    `update push_jobs j set "leaseUntil" = null,
       "runAt" = case when j.version = t.version then t."quietUntil" else now() + ? * interval '1 second' end
     from (${those}) t where ${same}`,
    [COLLECT_SECONDS, ...columns],
  );
}

/** Writes one delivery per subscription of a valid session. A pending delivery reports the newest content too. */
async function addDeliveries(tx: Knex, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.raw(
    `insert into push_deliveries ("subscriptionId", "peerId", about, "runAt")
     select p.id, t."peerId", t.about, now()
     from unnest(?::uuid[], ?::uuid[], ?::text[]) as t("userId", "peerId", about)
     join push_subscriptions p on p."userId" = t."userId"
     join sessions s on s."idHash" = p."sessionHash"
     where s."revokedAt" is null and s."expiresAt" > now() order by p.id, t."peerId", t.about
     on conflict ("subscriptionId", "peerId", about) do update set
       "runAt" = greatest(coalesce(push_deliveries."runAt", now()), now()), attempts = 0, "createdAt" = now(),
       "isShort" = false, version = push_deliveries.version + 1`,
    [subjects.map(({ userId }) => userId), subjects.map(({ peerId }) => peerId), subjects.map(({ about }) => about)],
  );
}
