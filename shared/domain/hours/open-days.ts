// Free hours on the wire: spans of local minutes by day, on the half hour.
import { dayNumber, dayOf } from "../../kit/day-numbers.ts";
import { DAY_MINUTES, instantsAt, zonedMinute } from "../../kit/zoned-days.ts";
import { STEP_MINUTES, type MinuteSpan, type Span } from "../free-hours.ts";

type OpenDay = { day: string; open: MinuteSpan[] };

const upToStep = (minute: number) => Math.ceil(minute / STEP_MINUTES) * STEP_MINUTES;
const downToStep = (minute: number) => Math.floor(minute / STEP_MINUTES) * STEP_MINUTES;

/** The instants that a wire span means. Where the clock shows a minute twice, the shorter reading: it claims no busy time. */
function spanOf(day: number, [from, to]: MinuteSpan, zone: string): Span {
  return { from: instantsAt(day, from, zone).last, to: instantsAt(day, to, zone).first };
}

/** The part of a free span on one day, on the half hour; null for less than a step. */
function partOn(day: number, span: Span, zone: string): MinuteSpan | null {
  const start = zonedMinute(span.from, zone);
  // A part of a minute counts as busy.
  const from = start.day < day ? 0 : upToStep(start.minute + (span.from % 60_000 === 0 ? 0 : 1));
  const end = zonedMinute(span.to, zone);
  const to = end.day > day ? DAY_MINUTES : downToStep(end.minute);
  if (from >= to) return null;
  const read = spanOf(day, [from, to], zone);
  return read.from < read.to ? [from, to] : null;
}

/** `days` days from `first` with the parts of the free spans, which are in order. */
export function openDaysOf(free: readonly Span[], zone: string, first: number, days: number): OpenDay[] {
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    const dayStart = instantsAt(day, 0, zone).first;
    const dayEnd = instantsAt(day + 1, 0, zone).first;
    const parts = free
      .filter(({ from, to }) => from < dayEnd && to > dayStart)
      .map((span) => partOn(day, span, zone))
      .filter((part) => part !== null);
    return { day: dayOf(day), open: parts };
  });
}

/** The free spans that days of the wire describe. A booking fits if it lies in one of them. */
export function freeSpansOf(days: readonly OpenDay[], zone: string): Span[] {
  const free: Span[] = [];
  for (const { day, open } of days) {
    for (const part of open) {
      const span = spanOf(dayNumber(day), part, zone);
      const last = free.at(-1);
      // Over midnight, where the day before ends at 24:00.
      if (last && part[0] === 0 && last.to >= span.from) last.to = span.to;
      else free.push(span);
    }
  }
  return free;
}
