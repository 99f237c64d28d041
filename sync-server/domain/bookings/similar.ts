// Aircraft that are free at the hours of a booking, for a pilot who did not get it.
import type { Knex } from "knex";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { misfitOf } from "../../../shared/domain/free-hours.ts";
import { placesFrom, rankSimilar, similarRates } from "../../../shared/domain/hours/similar.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { cardColumns, isPublic, toCard, type CardRow } from "../aircraft/rows.ts";
import { planIn, type ScheduleRow } from "../availability/rows.ts";
import { isNotHiddenFrom } from "../safety/pairs.ts";

/** Most candidates of a place in each of four lists: of the same type and of any, at a lower and at a higher rate. */
const MOST_LISTED = 40;
/** Most candidates whose holds are read, the most similar first. So the time does not grow with the held aircraft. */
const MOST_CHECKED = 300;

const columns = cardColumns
  .map((column) => column.replace("aircraft.", ""))
  .map((name) => `aircraft."${name}"`)
  .join(", ");

/** Aircraft of a place, the nearest rate first. Reads them in the order of an index. */
const candidates = (ofType: string, rates: string, order: "asc" | "desc") => `(
  select aircraft.id, aircraft.type, aircraft."hourlyRate" from aircraft
  where aircraft.location = place.name ${ofType} and aircraft."hourlyRate" ${rates} and ${isPublic} and ${isNotHiddenFrom(":me")}
    and aircraft."minHours" <= :hours and aircraft."ownerId" <> :me and aircraft.id <> :wanted
  order by aircraft."hourlyRate" ${order} limit ${MOST_LISTED}
)`;
const [cheaper, dearer] = ["between :low and :rate", "between :rate + 1 and :high"];
const lists = ["and aircraft.type = :type", ""].flatMap((ofType) => [
  candidates(ofType, cheaper, "desc"),
  candidates(ofType, dearer, "asc"),
]);

/** A hold and their own buffer exclude some of the most similar candidates. `limit 1` reads plans and holds by index, one each. */
export const similarText = `
  with similar_ones as materialized (
    select near.id from unnest(:places::text[]) with ordinality as place(name, distance)
    cross join lateral (${lists.join(" union ")}) near
    order by place.distance, near.type <> :type, abs(near."hourlyRate" - :rate), near.id limit ${MOST_CHECKED}
  )
  select ${columns}, plan.weekly, plan."noticeHours" as "planNotice", plan."bufferMin", plan."horizonDays" as "planHorizon",
    plan.instant
  from similar_ones join aircraft using (id)
  left join lateral (select * from availability_plans where "aircraftId" = aircraft.id limit 1) plan on true
  left join lateral (
    select true as taken from holds where holds."aircraftId" = aircraft.id and holds.during && tstzrange(
      :startDate::timestamptz, :endsAt::timestamptz + coalesce(plan."bufferMin", 30) * interval '1 minute') limit 1
  ) held on true
  where held.taken is null`;

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
    ...{ me, wanted: aircraftId, startDate, endsAt, hours, low, high },
    ...{ places: placesFrom(plane.location), type: plane.type, rate: plane.hourlyRate },
  });
  const span = { from: Date.parse(startDate), to: Date.parse(endsAt) };
  const isFree = (row: Row) => misfitOf({ ...scheduleOf(row), holds: [], now: Date.now() }, span) === null;
  return rankSimilar({ ...plane, id: aircraftId, hours }, rows as Row[], isFree).map((row) => toCard(row));
}

function scheduleOf({ planNotice, planHorizon, ...row }: Row) {
  const stored = { ...row, noticeHours: planNotice, horizonDays: planHorizon, holds: [] };
  return { zone: zoneOf(row), plan: planIn(stored) };
}
