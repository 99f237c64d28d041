import type { availabilityQueries } from "../../../shared/domain/availability.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { mayEdit } from "../../../shared/domain/aircraft-rules.ts";
import { freeSpans, startLimits, STEP_MINUTES, without } from "../../../shared/domain/free-hours.ts";
import { openDaysOf } from "../../../shared/domain/hours/open-days.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import { dayNumber } from "../../../shared/kit/day-numbers.ts";
import { DAY_MINUTES, MINUTE_MS } from "../../../shared/kit/zoned-days.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { isVisibleTo, askerKind, visibleAircraft, type Asker } from "../aircraft/rows.ts";
import { blockColumns, planIn, planOf, scheduleIn, scheduleText, type ScheduleRow } from "./rows.ts";
import { similarAircraft } from "../bookings/similar.ts";

const DAY_MS = DAY_MINUTES * MINUTE_MS;

export const availabilityResolvers: Resolvers<typeof availabilityQueries> = {
  /** The plan, and the blocks that are not over, by time. */
  async "availability.plan"({ db, me }, { id }) {
    const aircraft = await visibleAircraft(db, id, me);
    if (!aircraft) throw new DomainError("aircraft-not-found");
    if (!mayEdit(aircraft, me)) throw new DomainError("not-your-aircraft");
    const blocks = db("blocks")
      .where({ aircraftId: aircraft.id })
      .whereRaw(`"to" > now()`)
      .orderBy("to")
      .select(blockColumns);
    return { plan: await planOf(db, aircraft.id), blocks: await blocks };
  },

  async "availability.days"({ services, me }, { id, from, days }) {
    const now = Date.now();
    const first = dayNumber(from);
    // No zone is more than 14 hours from UTC; the rest is for buffers around the range.
    const range = [(first - 2) * DAY_MS, (first + days + 2) * DAY_MS].map((at) => new Date(at).toISOString());
    const { values, ...statement } = scheduleStatement(me);
    const [row] = isId(id) ? await services.runPrepared<ScheduleRow>(statement, [id, ...range, ...values]) : [];
    if (!row) throw new DomainError("aircraft-not-found");
    const schedule = scheduleIn(row, now);
    const { weekly, noticeHours, horizonDays, instant } = planIn(row);
    // A day after the horizon is shown as closed, although a booking may end there.
    const ahead = { from: startLimits(schedule).to, to: Infinity };
    const free = without(freeSpans(schedule, first, days), [ahead]);
    return {
      zone: schedule.zone,
      step: STEP_MINUTES,
      days: openDaysOf(free, schedule.zone, first, days),
      // Whole minutes: the answer, and so its ETag, stays equal for a while.
      asOf: new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString(),
      plan: { weekly, noticeHours, horizonDays, instant },
    };
  },

  async "bookings.similar"({ db, me }, { id }) {
    const booking: Booking | undefined = isId(id)
      ? await db("bookings").where({ id, pilotId: me.id }).first()
      : undefined;
    if (!booking) throw new DomainError("booking-not-found");
    return similarAircraft(db, me.id, booking);
  },
};

/** One statement per kind of asker, each planned once per connection. */
function scheduleStatement(asker: Asker): { name: string; text: string; values: string[] } {
  const kind = askerKind(asker);
  const text = `${scheduleText} and ${isVisibleTo(asker, "$4")}`;
  return { name: `schedule-${kind}`, text, values: asker && kind === "user" ? [asker.id] : [] };
}
