// Advances bookings by time: requests remind their owner, then expire at their deadline; accepted bookings complete at their end.
// Every process may run it: a booking is locked and checked again before each step.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { stepDue } from "../../shared/domain/bookings-rules.ts";
import { retryConflicts } from "../db/locks.ts";
import { scheduleNotices } from "../domain/notices/schedule.ts";
import { lockBooking, takeStep } from "../domain/bookings/steps.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";
import { showDueReviews } from "./due-reviews.ts";
import { postIn } from "./post-in.ts";

const EVERY_MS = 20_000;
/** Most bookings per round; the next round takes the rest. */
const MOST = 500;

/** Each condition has an index. */
export const dueBookings = `
  (select id from bookings where status = 'requested' and least("answerBy", "startDate") <= now()
    order by least("answerBy", "startDate") limit :most)
  union all
  (select id from bookings where status = 'accepted' and "endsAt" <= now() order by "endsAt" limit :most)`;

/** Takes the due step of every due booking. A failure blocks no other booking. */
export async function advanceBookings(db: Knex): Promise<void> {
  const { rows } = await db.raw(dueBookings, { most: MOST });
  const problems: unknown[] = [];
  for (const { id } of rows as { id: string }[])
    await retryConflicts(() => advanceBooking(db, id)).catch((problem: unknown) => void problems.push(problem));
  if (problems.length > 0) throw problems[0];
}

async function advanceBooking(db: Knex, id: string): Promise<void> {
  await postIn(db, async (posting) => {
    const locked = await lockBooking(posting.tx, id);
    const to = locked && stepDue(locked.booking, new Date());
    if (!to) return;
    const { id: bookingId, ownerId } = locked.booking;
    // The line is from the owner, so it reaches the pilot. A completed flight asks the owner for a review by a separate notice.
    await takeStep(posting, locked, { to, from: ownerId });
    if (to === "completed") await scheduleNotices(posting.tx, [{ userId: ownerId, peerId: bookingId }], "booking");
  });
}

/** Reads the due reminders by their index. Another process's are skipped. */
export const dueNudges = `select id from bookings
  where status = 'requested' and "nudgeAt" <= now() and least("answerBy", "startDate") > now()
  order by "nudgeAt" limit :most for no key update skip locked`;

/** Reminds owners of requests that wait for half of their time: once each, in the transaction that marks them. */
export async function remindOwners(db: Knex): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.raw(
      `update bookings set "nudgeAt" = null, "nudgedAt" = now() where id in (${dueNudges})
       returning id as "peerId", "ownerId" as "userId"`,
      { most: MOST },
    );
    const due = rows as { userId: string; peerId: string }[];
    if (due.length > 0) await scheduleNotices(tx, due, "booking");
  });
}

const jobs = [advanceBookings, remindOwners, showDueReviews];

/** Takes due steps at once and then three times a minute, until stopped. A failing job blocks no other one. */
export function startBookingClock({ db, log }: { db: Knex; log: Logger }): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "due bookings could not be advanced");
  const round = async () => {
    for (const job of jobs) await job(db).catch(failed);
  };
  return startPollLoop({ round, failed, everyMs: EVERY_MS });
}
