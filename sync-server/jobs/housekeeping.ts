// Removes expired rows. Every process may run it; running it twice changes nothing.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { sealAgain } from "../domain/wallet/copy.ts";
import { sweepPages } from "../domain/wallet/pages.ts";
import { sealSecretsAgain } from "../domain/accounts/factors/codes.ts";
import { DEVICE_DAYS } from "../domain/accounts/known-devices.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";
import type { Sealer } from "../kit/sealer.ts";

const EVERY_MS = 3_600_000;

/**
 * Removes ended sessions, unused devices, expired changes of addresses and challenges, spent limits and old demo mail. Removes pages that were
 * never shared, old notice rows, and outcomes past their 90 days.
 */
export async function housekeep(db: Knex): Promise<void> {
  await db("sessions").whereRaw(`"expiresAt" < now() or "revokedAt" < now() - interval '1 day'`).delete();
  await db("known_devices").whereRaw(`"lastSignInAt" < now() - ? * interval '1 day'`, [DEVICE_DAYS]).delete();
  await db("rate_limits")
    .where("expire", "<", Date.now() - EVERY_MS)
    .delete();
  await db("demo_mail").whereRaw(`"sentAt" < now() - interval '7 days'`).delete();
  await db("email_changes").whereRaw(`"expiresAt" < now()`).delete();
  await db("passkey_challenges").whereRaw(`"expiresAt" < now()`).delete();
  await sweepPages(db);
  await housekeepNotices(db);
  await forgetOutcomes(db);
}

const DAY_MS = 86_400_000;

/**
 * Removes outcomes 90 days after both their row and the time in their version 7 id.
 * A future time comes from a wrong clock; such a row expires by its own age.
 */
async function forgetOutcomes(db: Knex): Promise<void> {
  const time = `left(replace("commandId"::text, '-', ''), 12)`;
  const stored = `lpad(to_hex(?::bigint), 12, '0')`;
  await db("outcomes")
    .whereRaw(`at < now() - interval '90 days'`)
    .whereRaw(`(substr("commandId"::text, 15, 1) <> '7' or ${time} < ${stored} or ${time} > ${stored})`, [
      Date.now() - 90 * DAY_MS,
      Date.now() + DAY_MS,
    ])
    .delete();
}

/** Removes subscriptions without delivery for 30 days, expired mutes, and old delivery and mail times. */
async function housekeepNotices(db: Knex): Promise<void> {
  await db("push_subscriptions").whereRaw(`"failingSince" < now() - interval '30 days'`).delete();
  await db("push_deliveries").whereRaw(`"runAt" is null and "createdAt" < now() - interval '30 days'`).delete();
  await db("push_told").whereRaw(`"toldAt" < now() - interval '30 days'`).delete();
  await db("conversation_mutes").whereRaw(`"until" < now()`).delete();
  await db("notice_mails").whereRaw(`"mailedAt" < now() - interval '365 days'`).delete();
}

export type HousekeepingOptions = { db: Knex; sealer: Sealer | null; log: Logger };

/** Deletes expired rows, and encrypts wallets and secrets with the present key, at once and then hourly, until stopped. */
export function startHousekeeping({ db, sealer, log }: HousekeepingOptions): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "housekeeping failed");
  const round = async () => {
    await housekeep(db);
    if (!sealer) return;
    await sealAgain(db, sealer);
    await sealSecretsAgain(db, sealer);
  };
  return startPollLoop({ round, failed, everyMs: EVERY_MS });
}
