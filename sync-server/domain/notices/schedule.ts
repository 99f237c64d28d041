// Schedules and cancels notices: one row per user and conversation, written in the transaction of the event.
import type { Knex } from "knex";

/** Subject of a notice. `booking`: what its owner is asked to do. Its lines belong to the conversation. */
export type About = "conversation" | "review" | "search" | "booking";

/** Seconds that collect news of one conversation into one notice; equal to the column's default. */
export const COLLECT_SECONDS = 4;

// A waiting row already covers the news, but is locked all the same: `cancelNotices` locks it first and reads the messages
// after, so it sees this one. A claimed row gets a new version, and its worker plans again. A row that waits for the end of
// quiet hours becomes due again, because mail does not wait for it. Uses clock time, since the transaction's time may be
// older than the row's.
export const mergeJob = `on conflict ("userId", "peerId", about) do update set version = push_jobs.version + 1,
    "runAt" = least(push_jobs."runAt", clock_timestamp() + interval '${COLLECT_SECONDS} seconds')
  where push_jobs."leaseUntil" is not null
    or push_jobs."runAt" > clock_timestamp() + interval '${COLLECT_SECONDS} seconds'`;

/** Schedules a notice for `userId` about `peerId`; several calls in a row become one notice. */
export async function scheduleNotice(tx: Knex, userId: string, peerId: string, about: About): Promise<void> {
  await tx.raw(`insert into push_jobs ("userId", "peerId", about) values (?, ?, ?) ${mergeJob}`, [
    userId,
    peerId,
    about,
  ]);
}

/** Schedules notices for many users; locks rows in key order. */
export async function scheduleNotices(
  tx: Knex,
  subjects: readonly { userId: string; peerId: string }[],
  about: About,
): Promise<void> {
  await tx.raw(
    `insert into push_jobs ("userId", "peerId", about)
     select t."userId", t."peerId", ? from unnest(?::uuid[], ?::uuid[]) as t("userId", "peerId") order by 1, 2 ${mergeJob}`,
    [about, subjects.map(({ userId }) => userId), subjects.map(({ peerId }) => peerId)],
  );
}

/**
 * Requeues a user's pushes that wait for the end of former quiet hours. Rows that collect news keep their time, and so do
 * retries. A worker that has read the old hours finds a new version and plans again. Call it after the new hours are
 * stored: deliveries lock that row.
 */
export async function requeueAfterQuietChange(tx: Knex, userId: string): Promise<void> {
  // Locks deliveries before jobs, in key order, as all code does. `leaseUntil` = `runAt` marks a delivery delayed by quiet
  // hours, see push/deliveries.
  await tx.raw(
    `update push_deliveries set "runAt" = now(), "leaseUntil" = null
     where ("subscriptionId", "peerId", about) in (
       select d."subscriptionId", d."peerId", d.about
       from push_deliveries d join push_subscriptions p on p.id = d."subscriptionId"
       where p."userId" = ? and d."leaseUntil" = d."runAt" order by 1, 2, 3 for update of d
     )`,
    [userId],
  );
  await tx("push_jobs").where({ userId }).orderBy(["peerId", "about"]).forUpdate().select("version");
  await tx.raw(
    `update push_jobs set version = version + 1,
       "runAt" = case when "runAt" > clock_timestamp() + ? * interval '1 second' then now() else "runAt" end
     where "userId" = ?`,
    [COLLECT_SECONDS, userId],
  );
}

/**
 * Cancels the notice of messages that the user sees, unless the conversation has a newer unread one.
 * Ignores ids of other users' messages.
 */
export async function cancelNotices(db: Knex, userId: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await db.transaction(async (tx) => {
    const shown = await newestOfEach(tx, userId, messageIds);
    for (const { peerId, createdAt, id } of shown) {
      const where = { userId, peerId, about: "conversation" };
      // Locks before it reads the messages, so that it sees a message whose sender held the lock.
      if (!(await tx("push_jobs").where(where).forUpdate().first("version"))) continue;
      await tx("push_jobs")
        .where(where)
        .whereRaw(
          `not exists (select from messages m where m."receiverId" = ? and m."senderId" = ? and not m.read
             and (m."createdAt", m.id) > (?, ?))`,
          [userId, peerId, createdAt, id],
        )
        .delete();
    }
  });
}

type SeenMessage = { peerId: string; createdAt: string; id: string };

async function newestOfEach(tx: Knex, userId: string, messageIds: readonly string[]): Promise<SeenMessage[]> {
  const { rows } = await tx.raw(
    `select distinct on ("senderId") "senderId" as "peerId", "createdAt", id from messages
     where id = any(?) and "receiverId" = ? order by "senderId", "createdAt" desc, id desc`,
    [[...messageIds], userId],
  );
  return rows as SeenMessage[];
}
