// Other hours for a booking that holds its aircraft: its present hours are free for it.
import { freeSpans, STEP_MINUTES, without, type Span } from "../../../shared/domain/free-hours.ts";
import { MINUTE_MS, zonedMinute } from "../../../shared/kit/zoned-days.ts";
import type { FreeHours } from "./free-hours.ts";

const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** Milliseconds since the last half hour of the aircraft's clock. */
const pastStep = (at: number, zone: string) =>
  (zonedMinute(at, zone).minute % STEP_MINUTES) * MINUTE_MS + (at % MINUTE_MS);

export type Hold = { startDate: string; endsAt: string; holdsUntil: string | null };

/**
 * The free hours as they are without a booking's own hold. The server sends neither holds nor buffer. A buffer counts as free
 * only where a free span touches it: then nothing else takes that time.
 */
export function withoutHold(hours: FreeHours, { startDate, endsAt, holdsUntil }: Hold): FreeHours {
  if (holdsUntil === null) return hours;
  const { zone, plan, now, spans, known } = hours;
  const [start, end, until] = [startDate, endsAt, holdsUntil].map((at) => Date.parse(at)) as [number, number, number];
  const before = start - (until - end) - pastStep(start - (until - end), zone);
  const after = until + ((STEP_MS - pastStep(until, zone)) % STEP_MS);
  const own: Span = {
    from: spans.some(({ to }) => to === before) ? before : start,
    to: spans.some(({ from }) => from === after) ? after : end,
  };
  const planned = freeSpans(
    { zone, plan: { ...plan, bufferMin: 0 }, holds: [], now },
    known.from,
    known.to - known.from,
  );
  const busy = without(without(planned, spans), [own]);
  return { ...hours, spans: without(planned, busy) };
}
