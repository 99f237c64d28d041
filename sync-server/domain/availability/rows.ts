// Reads the plan and the holds of an aircraft, and finds its blocks.
import type { Knex } from "knex";
import { block, plan, type Block, type StoredPlan } from "../../../shared/domain/availability.ts";
import { planDefaults, type InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import type { Plan, Schedule, Span } from "../../../shared/domain/free-hours.ts";
import { zoneOf, type Placed } from "../../../shared/domain/locations.ts";

export const planColumns = Object.keys(plan.schema.shape) as (keyof StoredPlan)[];
export const blockColumns = Object.keys(block.schema.shape) as (keyof Block)[];

/** The aircraft's plan; the default one if its owner has not edited it. */
export async function planOf(db: Knex, aircraftId: string): Promise<StoredPlan> {
  const row: StoredPlan | undefined = await db("availability_plans")
    .where({ aircraftId })
    .first(...planColumns);
  return row ?? { aircraftId, ...planDefaults, rev: 0 };
}

export type ScheduleRow = Placed & { holds: [from: number, to: number][] } & Record<keyof Plan, unknown> & {
    instant: InstantMode | null;
  };

/** Milliseconds since 1970 of an end of a hold. */
const milliseconds = (end: string) => `(extract(epoch from ${end}(held.during)) * 1000)::bigint`;

/** Over `aircraft`: place, plan (nulls for the default one) and the holds that meet the range `$2` to `$3`. */
export const scheduleText = `
  select aircraft.location, aircraft.airport, plan.weekly, plan."noticeHours", plan."bufferMin", plan."horizonDays", plan.instant,
    (select coalesce(json_agg(json_build_array(${milliseconds("lower")}, ${milliseconds("upper")})), '[]')
     from holds held
     where held."aircraftId" = aircraft.id and held.during && tstzrange($2::timestamptz, $3::timestamptz)) as holds
  from aircraft left join availability_plans plan on plan."aircraftId" = aircraft.id
  where aircraft.id = $1`;

/** The plan of a row, or the default one. */
export function planIn(row: ScheduleRow): Plan & { instant: InstantMode } {
  if (row.weekly === null) return planDefaults;
  const { weekly, noticeHours, bufferMin, horizonDays, instant } = row as unknown as StoredPlan;
  return { weekly, noticeHours, bufferMin, horizonDays, instant };
}

export function scheduleIn(row: ScheduleRow, now: number): Schedule {
  const holds: Span[] = row.holds.map(([from, to]) => ({ from, to }));
  return { zone: zoneOf(row), plan: planIn(row), holds, now };
}
