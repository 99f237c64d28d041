// How fast a user answers, and how often: from the last first messages and booking requests.
import type { ReplyTime } from "../../../shared/domain/accounts.ts";
import type { QuietHours } from "../../../shared/domain/notices-rules.ts";
import { instantsAt, MINUTE_MS, zonedMinute } from "../../../shared/kit/zoned-days.ts";

/** Inquiries that count, newest first. */
const MOST = 20;
/** Newest inquiries that are looked at: some do not count. */
const MOST_LOOKED_AT = 100;
/** Messages after an inquiry among which its answer is searched. */
const MOST_MESSAGES = 100;
/** With fewer answers there is no reply time. */
const FEWEST_ANSWERS = 3;

/** Milliseconds since 1970. An answer is null when there was none in time. */
type Inquiry = [askedAt: number, answeredAt: number | null];
/** `quiet` is null while quiet hours are off. */
export type Replies = { quiet: Pick<QuietHours, "from" | "until" | "timeZone"> | null; inquiries: Inquiry[] | null };

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * A scalar subquery of a user's `Replies`. It reads at most a hundred inquiries by index, whatever the number of messages. Unanswered ones count
 * after two days, requests when they expire. A request that ended without the owner does not count.
 */
export const repliesOf = (userId: string) => `(select json_build_object(
    'quiet', (select json_build_object('from', q."quietFrom", 'until', q."quietUntil", 'timeZone', q."timeZone")
      from notice_settings q where q."userId" = ${userId} and q."quietHours"),
    'inquiries', json_agg(json_build_array(${milliseconds("c.asked")}, ${milliseconds("c.answered")})))
  from (
    select i."askedAt" as asked, least(i."answeredAt", written.at) as answered
    from (
      select * from inquiries where "userId" = ${userId} and "askedAt" > now() - interval '90 days'
      order by "askedAt" desc limit ${MOST_LOOKED_AT}
    ) i
    left join bookings b on b.id = i."bookingId"
    left join lateral (
      select m."createdAt" as at from (
        select "createdAt", "senderId", "bookingId" from messages
        where least("senderId", "receiverId") = least(i."userId", i."peerId")
          and greatest("senderId", "receiverId") = greatest(i."userId", i."peerId") and "createdAt" > i."askedAt"
        order by "createdAt", id limit ${MOST_MESSAGES}
      ) m where m."senderId" = i."userId" and m."bookingId" is null limit 1
    ) written on true
    where coalesce(i."answeredAt", written.at) is not null
      or case when i."bookingId" is null then i."askedAt" < now() - interval '48 hours' else b.status = 'expired' end
    order by i."askedAt" desc limit ${MOST}
  ) c)`;

/** Median minutes and share of answers; null until there are three. */
export function replyTimeFrom({ quiet, inquiries }: Replies): ReplyTime {
  const waits = (inquiries ?? []).flatMap(([asked, answered]) =>
    answered === null ? [] : [answered - asked - (quiet ? quietBetween(asked, answered, quiet) : 0)],
  );
  if (waits.length < FEWEST_ANSWERS) return { replyMinutes: null, replyRate: null };
  return {
    replyMinutes: Math.round(median(waits) / MINUTE_MS),
    replyRate: Math.round((waits.length / inquiries!.length) * 100) / 100,
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Milliseconds of quiet hours between two instants. A night lasts from the first to the last showing of its ends. */
function quietBetween(asked: number, answered: number, { from, until, timeZone }: NonNullable<Replies["quiet"]>) {
  const [start, end] = [minuteOf(from), minuteOf(until)];
  if (start === end) return 0;
  const [first, last] = [zonedMinute(asked, timeZone).day - 1, zonedMinute(answered, timeZone).day];
  let quiet = 0;
  for (let day = first; day <= last; day++) {
    const opens = Math.max(asked, instantsAt(day, start, timeZone).first);
    const closes = Math.min(answered, instantsAt(end < start ? day + 1 : day, end, timeZone).last);
    quiet += Math.max(0, closes - opens);
  }
  return quiet;
}
