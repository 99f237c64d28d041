// Who hears of a change to an aircraft: its part of the catalogue, its owner, and everyone who watches it.
import type { Knex } from "knex";
import { entities } from "../../../shared/entities.ts";
import { bucketScope, userScope } from "../../kit/command-handler.ts";

/** People who saved the aircraft, wrote about it or booked it. */
const watchersOf = `
  select "userId" as id from favorites where "aircraftId" = :aircraftId
  union select unnest(array["senderId", "receiverId"]) from messages where "aircraftId" = :aircraftId
  union select "pilotId" from bookings where "aircraftId" = :aircraftId`;

/** Scopes for the log lines of a change to one aircraft; after a move the old bucket is one of `buckets` too. */
export async function aircraftScopes(
  tx: Knex,
  { id, ownerId }: { id: string; ownerId: string },
  buckets: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.raw(watchersOf, { aircraftId: id });
  const people = new Set([ownerId, ...(rows as { id: string }[]).map((row) => row.id)]);
  return [...new Set(buckets)].map(bucketScope).concat([...people].map(userScope));
}

/**
 * Writes the lines for every aircraft of an owner who is deactivated or comes back: their buckets, the owner, and whoever
 * watches one of them. Two statements, however many aircraft there are: first their rows are locked, so that whoever begins to
 * watch one meanwhile waits, or is among those told.
 */
export async function logAircraftOfOwner(tx: Knex, ownerId: string): Promise<string[]> {
  await tx.raw(
    `select count(*) from (
       select from aircraft where "ownerId" = ? and "deletedAt" is null order by id for update
     ) locked`,
    [ownerId],
  );
  const { rows } = await tx.raw(
    `with planes as (select id, bucket from aircraft where "ownerId" = :ownerId and "deletedAt" is null),
     watched as (
       select id, '${bucketScope("")}' || bucket as scope from planes
       union select id, '${userScope("")}' || :ownerId from planes
       union select planes.id, '${userScope("")}' || favorites."userId" from planes
         join favorites on favorites."aircraftId" = planes.id
       union select planes.id, '${userScope("")}' || unnest(array["senderId", "receiverId"]) from planes
         join messages on messages."aircraftId" = planes.id
       union select planes.id, '${userScope("")}' || bookings."pilotId" from planes
         join bookings on bookings."aircraftId" = planes.id
     ), lines as (
       insert into change_log (scope, entity, id) select scope, :entity, id from watched returning scope
     )
     select distinct scope from lines`,
    { ownerId, entity: entities.aircraft.number },
  );
  return (rows as { scope: string }[]).map((row) => row.scope);
}
