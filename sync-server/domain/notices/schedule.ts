// Where a notice begins and where it is called off: one row a person and conversation, in the transaction of what happened.
import type { Knex } from "knex";

/** What a notice is about: messages of a conversation, bookings among them, a review, or matches of a saved search. */
export type About = "conversation" | "review" | "search";

/** Seconds in which news of one conversation gather into one notice; the column's default is the same. */
export const GATHER_SECONDS = 4;

// A row that gathers already covers the news. Its lock is taken all the same: whoever calls a notice off takes it first and looks at the
// messages after, so that it sees this one. A row that is being worked on is marked, and its worker comes back. One that waits for the
// morning is looked at again: mail does not wait for it, and was planned for what there was at the last look. The clock's time and not
// the transaction's, which may be older than the row's.
export const joinJob = `on conflict ("userId", "peerId", about) do update set version = push_jobs.version + 1,
    "runAt" = least(push_jobs."runAt", clock_timestamp() + interval '${GATHER_SECONDS} seconds')
  where push_jobs."leaseUntil" is not null
    or push_jobs."runAt" > clock_timestamp() + interval '${GATHER_SECONDS} seconds'`;

/** `userId` should hear of `peerId`; several calls in a row become one notice. */
export async function scheduleNotice(tx: Knex, userId: string, peerId: string, about: About): Promise<void> {
  await tx.raw(`insert into push_jobs ("userId", "peerId", about) values (?, ?, ?) ${joinJob}`, [
    userId,
    peerId,
    about,
  ]);
}

/** Plans notices for many users at once; rows are taken in the order of their keys. */
export async function scheduleNotices(
  tx: Knex,
  subjects: readonly { userId: string; peerId: string }[],
  about: About,
): Promise<void> {
  await tx.raw(
    `insert into push_jobs ("userId", "peerId", about)
     select t."userId", t."peerId", ? from unnest(?::uuid[], ?::uuid[]) as t("userId", "peerId") order by 1, 2 ${joinJob}`,
    [about, subjects.map(({ userId }) => userId), subjects.map(({ peerId }) => peerId)],
  );
}

/**
 * The person has other quiet hours than before: push that waits for the end of the old ones is looked at again at once, by the new ones.
 * News that gather keep their few seconds, what waits for a push service goes on waiting, and a worker that has looked at the old hours
 * finds the version raised and comes back. Call it after the new hours are stored: their row is the lock of deliveries.
 */
export async function endOldQuiet(tx: Knex, userId: string): Promise<void> {
  // Deliveries before jobs, and in the order of their keys, as everybody takes several. A lease that ends when the row is due: see
  // `holdBack` in push/deliveries.
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
    [GATHER_SECONDS, userId],
  );
}

/**
 * The person has the messages in front of them: their notice is called off, unless something newer waits in the conversation.
 * Ids of others' messages count for nothing.
 */
export async function cancelNotices(db: Knex, userId: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await db.transaction(async (tx) => {
    const shown = await newestOfEach(tx, userId, messageIds);
    for (const { peerId, createdAt, id } of shown) {
      const where = { userId, peerId, about: "conversation" };
      // The lock first and the look after it: a message whose sender holds the lock is seen.
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
