// The times of a block on the aircraft's clock, and what is in their way. No React.
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { BlockReason } from "../../../shared/domain/hours/availability-rules.ts";
import { dayNumber } from "../../../shared/kit/day-numbers.ts";
import { instantsAt } from "../../../shared/kit/zoned-days.ts";

/** Minutes of one local day. */
export type NewBlock = { day: string; from: number; to: number };

/** The times of a block on the aircraft's clock: days `YYYY-MM-DD`, minutes of the day. */
export type BlockTimes = { fromDay: string; fromMinute: number; toDay: string; toMinute: number };

export type BlockValues = BlockTimes & { reason: BlockReason; note: string };

/** The instants of a block; null while a day is missing. */
export function blockSpan({ fromDay, fromMinute, toDay, toMinute }: BlockTimes, zone: string) {
  if (!fromDay || !toDay) return null;
  const from = instantsAt(dayNumber(fromDay), fromMinute, zone).first;
  const to = instantsAt(dayNumber(toDay), toMinute, zone).last;
  return { from, to };
}

type Clash = { booking: Booking | undefined; requests: number };

/** The first accepted booking in the time of a block, and how many open requests the block makes impossible. */
export function clashOf(
  bookings: readonly Booking[],
  { from, to }: { from: number; to: number },
  bufferMin: number,
): Clash {
  const meets = ({ startDate }: Booking, end: number) => Date.parse(startDate) < to && end > from;
  const accepted = bookings.filter(
    (one) => one.status === "accepted" && meets(one, Date.parse(one.holdsUntil ?? one.endsAt)),
  );
  const open = bookings.filter(
    (one) => one.status === "requested" && meets(one, Date.parse(one.endsAt) + bufferMin * 60_000),
  );
  return {
    booking: accepted.sort((one, other) => (one.startDate < other.startDate ? -1 : 1))[0],
    requests: open.length,
  };
}
