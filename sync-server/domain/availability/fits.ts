// Checks the hours of a request, an edit or a proposal against the owner's plan and the aircraft's holds.
import type { Knex } from "knex";
import type { InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import { freeSpans, misfitOf } from "../../../shared/domain/free-hours.ts";
import { misfitProblem } from "../../../shared/domain/hours/texts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { DAY_MINUTES, MINUTE_MS, zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { planIn, scheduleIn, scheduleText, type ScheduleRow } from "./rows.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Bounds the work of a check. No plan is open longer without a break in practice. */
const MOST_HOURS = 92 * 24;

const scheduleOf = `select found.*, users.name as "ownerName"
  from (${scheduleText.replaceAll("$1", ":id").replaceAll("$2", ":from").replaceAll("$3", ":to")}) found
  join aircraft on aircraft.id = :id join users on users.id = aircraft."ownerId"`;

type Wanted = {
  aircraftId: string;
  startDate: string;
  hours: number;
  /** A booking whose own hold counts as free, for a change of its hours. */
  except?: string;
};

/**
 * Requires that the hours fit the plan and no hold; returns whose requests are accepted at once. The caller has locked the
 * aircraft. Acceptance does not call it: the database refuses an overlap, and the plan is the owner's own.
 * @throws DomainError invalid, with a sentence for `startDate` or `hours`; hours-taken
 */
export async function requireFits(tx: Knex, wanted: Wanted): Promise<{ instant: InstantMode }> {
  const { aircraftId, startDate, hours, except } = wanted;
  const from = Date.parse(startDate);
  if (hours > MOST_HOURS) throw invalid("hours", `At most ${MOST_HOURS / 24} days`);
  const to = from + hours * HOUR_MS;
  const range = { from: new Date(from - 2 * DAY_MS).toISOString(), to: new Date(to + 2 * DAY_MS).toISOString() };
  const { rows } = await tx.raw(scheduleOf, { id: aircraftId, ...range });
  const row = (rows as (ScheduleRow & { ownerName: string })[])[0]!;
  const own = except === undefined ? undefined : await tx("bookings").where({ id: except }).first("startDate");
  const ownStart = own && Date.parse(own.startDate as string);
  const schedule = scheduleIn(row, Date.now());
  const holds = schedule.holds.filter((hold) => hold.from !== ownStart);
  const misfit = misfitOf({ ...schedule, holds }, { from, to });
  if (misfit === null) return { instant: planIn(row).instant };
  const { zone, plan } = schedule;
  const free = freeSpans({ ...schedule, holds }, zonedMinute(from, zone).day - 1, 3);
  const problem = misfitProblem(misfit, { from, hours, zone, free, plan, ownerName: row.ownerName });
  if (misfit === "held") throw new DomainError("hours-taken", { message: problem.message });
  throw invalid(problem.field, problem.message);
}

/** The sentence is also the message, since the user may read it after the form is closed. */
function invalid(field: string, message: string): DomainError {
  return new DomainError("invalid", { message, fields: { [field]: message } });
}

/**
 * Whether a pilot's requests are accepted at once under a plan: all of verified pilots, or those of pilots who completed a flight
 * with the owner.
 */
export async function isAcceptedAtOnce(
  tx: Knex,
  instant: InstantMode,
  pilot: { id: string; verified: boolean },
  ownerId: string,
): Promise<boolean> {
  if (instant === "verified") return pilot.verified;
  if (instant === "off") return false;
  return Boolean(await tx("bookings").where({ pilotId: pilot.id, ownerId, status: "completed" }).first("id"));
}
