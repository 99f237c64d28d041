// Aircraft that are free at the hours of a booking, for a pilot who did not get it.
import type { Knex } from "knex";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { misfitOf } from "../../../shared/domain/free-hours.ts";
import { placesFrom, rankSimilar, similarRates } from "../../../shared/domain/hours/similar.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { cardColumns, isPublic, toCard, type CardRow } from "../aircraft/rows.ts";
import { planIn, type ScheduleRow } from "../availability/rows.ts";

/** Most candidates of a place, once of the same type and once of any. */
const MOST = 40;

const columns = cardColumns
  .map((column) => column.replace("aircraft.", ""))
  .map((name) => `aircraft."${name}"`)
  .join(", ");

/** Each place reads its aircraft by an index on place and rate. A hold and their own buffer exclude some. */
const candidates = (sameType: string) => `(
  select ${columns}, plan.weekly, plan."noticeHours" as "planNotice", plan."bufferMin", plan."horizonDays" as "planHorizon",
    plan.instant
  from aircraft left join availability_plans plan on plan."aircraftId" = aircraft.id
  where aircraft.location = place.name ${sameType} and aircraft."hourlyRate" between :low and :high and ${isPublic}
    and aircraft."minHours" <= :hours and aircraft."ownerId" <> :me
    and not exists (
      select from holds where holds."aircraftId" = aircraft.id and holds.during && tstzrange(
        :startDate::timestamptz, :endsAt::timestamptz + coalesce(plan."bufferMin", 30) * interval '1 minute')
    )
  order by aircraft."hourlyRate" limit ${MOST}
)`;

export const similarText = `
  select found.* from unnest(:places::text[]) as place(name)
  cross join lateral (${candidates("and aircraft.type = :type")} union all ${candidates("")}) found`;

type Row = CardRow & { planNotice: number | null; planHorizon: number | null } & Omit<
    ScheduleRow,
    "noticeHours" | "horizonDays" | "holds"
  >;

type Wanted = Pick<Booking, "aircraftId" | "startDate" | "endsAt" | "hours">;

/** Up to three cards, none of the pilot's own aircraft. */
export async function similarAircraft(db: Knex, me: string, wanted: Wanted): Promise<AircraftCard[]> {
  const { aircraftId, startDate, endsAt, hours } = wanted;
  const plane: { location: string; type: string; hourlyRate: number; minHours: number } = await db("aircraft")
    .where({ id: aircraftId })
    .first("location", "type", "hourlyRate", "minHours");
  const [low, high] = similarRates(plane.hourlyRate);
  const { rows } = await db.raw(similarText, {
    ...{ me, startDate, endsAt, hours, low, high },
    places: placesFrom(plane.location),
    type: plane.type,
  });
  const span = { from: Date.parse(startDate), to: Date.parse(endsAt) };
  const isFree = (row: Row) => misfitOf({ ...scheduleOf(row), holds: [], now: Date.now() }, span) === null;
  // One of the same type is read twice.
  const once = [...new Map((rows as Row[]).map((row) => [row.id, row])).values()];
  return rankSimilar({ ...plane, id: aircraftId, hours }, once, isFree).map((row) => toCard(row));
}

function scheduleOf({ planNotice, planHorizon, ...row }: Row) {
  const stored = { ...row, noticeHours: planNotice, horizonDays: planHorizon, holds: [] };
  return { zone: zoneOf(row.location), plan: planIn(stored) };
}
