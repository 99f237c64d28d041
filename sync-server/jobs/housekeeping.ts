// Removes what has served its time. Every process may do it; doing it twice changes nothing.
import type { Knex } from "knex";
import type { Logger } from "pino";

const EVERY_MS = 3_600_000;

/** Removes ended sessions, spent limits, old demo mail, what notices leave behind, and outcomes past their 90 days. */
export async function housekeep(db: Knex): Promise<void> {
  await db("sessions").whereRaw(`"expiresAt" < now() or "revokedAt" < now() - interval '1 day'`).delete();
  await db("rate_limits")
    .where("expire", "<", Date.now() - EVERY_MS)
    .delete();
  await db("demo_mail").whereRaw(`"sentAt" < now() - interval '7 days'`).delete();
  await housekeepNotices(db);
  // A version 7 id carries the time at which a phone made it: both that and the row have to be old.
  await db("outcomes")
    .whereRaw(`at < now() - interval '90 days'`)
    .whereRaw(
      `(substr("commandId"::text, 15, 1) <> '7'
        or left(replace("commandId"::text, '-', ''), 12) < lpad(to_hex(?::bigint), 12, '0'))`,
      [Date.now() - 90 * 86_400_000],
    )
    .delete();
}

/** Subscriptions that reached nobody for 30 days, mutes that are over, and what tells until when something was told or mailed. */
async function housekeepNotices(db: Knex): Promise<void> {
  await db("push_subscriptions").whereRaw(`"failingSince" < now() - interval '30 days'`).delete();
  await db("push_deliveries").whereRaw(`"runAt" is null and "createdAt" < now() - interval '30 days'`).delete();
  await db("push_told").whereRaw(`"toldAt" < now() - interval '30 days'`).delete();
  await db("conversation_mutes").whereRaw(`"until" < now()`).delete();
  await db("notice_mails").whereRaw(`"mailedAt" < now() - interval '365 days'`).delete();
}

/** Keeps house hourly; gives the function that ends it. */
export function startHousekeeping({ db, log }: { db: Knex; log: Logger }): () => void {
  const round = () => void housekeep(db).catch((error: unknown) => log.error({ err: error }, "housekeeping failed"));
  const timer = setInterval(round, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
