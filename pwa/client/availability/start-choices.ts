// The half hours at which a booking may start, and why it may not start at the others.
import { durationProblem, noticeProblem, startProblem, takenText } from "../../../shared/domain/hours/texts.ts";
import { clock } from "../../../shared/kit/dates.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { zoneName } from "../../../shared/kit/zoned-hours.ts";
import { fits, halfHoursOf, HOUR_MS, openingOf, type FreeHours } from "./free-hours.ts";

export type StartChoice = {
  /** Milliseconds since 1970. */
  at: number;
  /** `09:00` on the aircraft's clock. */
  time: string;
  /** `PDT`, for a time that the clock shows twice on this day. */
  zoneName: string | null;
  /** Why a booking cannot start then; null when it can. */
  reason: string | null;
};

/** All half hours of a day, in order. */
export function startChoices(hours: FreeHours, day: number, duration: number, owner: string): StartChoice[] {
  const { zone } = hours;
  const times = halfHoursOf(hours, day).map((at) => ({ at, time: clock(new Date(at), zone) }));
  return times.map(({ at, time }) => ({
    at,
    time,
    zoneName: times.filter((other) => other.time === time).length > 1 ? zoneName(new Date(at), zone) : null,
    reason: fits(hours, at, duration) ? null : greyReason(hours, at, duration, owner),
  }));
}

/** Why a half hour cannot be chosen. */
function greyReason({ zone, plan, now, spans }: FreeHours, at: number, duration: number, owner: string): string {
  if (at < now) return "This time has passed.";
  if (at < now + plan.noticeHours * HOUR_MS) return noticeProblem(owner, plan.noticeHours);
  return startProblem(at, duration, zone, spans);
}

/** What is wrong with a chosen start or with the duration, and beside which field to say it. */
export type Misfit = { field: "duration" | "start"; text: string };

/** Null when the duration fits on the day, and the start, if one is chosen, fits too. */
export function misfitOf(
  hours: FreeHours,
  { day, start, duration }: { day: number; start: number | undefined; duration: number },
  owner: string,
): Misfit | null {
  const { zone, now, plan, spans } = hours;
  const tooLong = durationProblem(day, duration, zone, spans);
  if (tooLong !== null) return { field: "duration", text: tooLong };
  if (start === undefined || fits(hours, start, duration)) return null;
  const isTaken =
    start >= now + plan.noticeHours * HOUR_MS &&
    isPlanned(hours, start, duration) &&
    !spans.some(({ from, to }) => from <= start && start < to);
  const text = isTaken ? takenText(start, duration, zone, spans) : greyReason(hours, start, duration, owner);
  return { field: "start", text };
}

/** Whether the owner's plan is open then. */
function isPlanned({ zone, plan }: FreeHours, start: number, duration: number): boolean {
  const { day, minute } = zonedMinute(start, zone);
  const opening = openingOf(plan, day);
  return opening !== null && opening[0] <= minute && minute + duration * 60 <= opening[1];
}
