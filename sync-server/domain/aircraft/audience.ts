// Scopes of a change to an aircraft: its bucket, its owner, and its watchers.
import type { Knex } from "knex";
import { entities } from "../../../shared/entities.ts";
import { bucketScope, userScope } from "../../kit/command-handler.ts";

/** Users who saved the aircraft, wrote about it or booked it. */
const watchersOf = `
  select "userId" as id from favorites where "aircraftId" = :aircraftId
  union select unnest(array["senderId", "receiverId"]) from messages where "aircraftId" = :aircraftId
  union select "pilotId" from bookings where "aircraftId" = :aircraftId`;

/** Scopes for the log lines of a change to one aircraft; after a move `buckets` includes the old bucket. */
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
 * Logs a change of all aircraft of an owner, after a deactivation or reactivation: for buckets, owner and watchers.
 * Takes two statements for any number of aircraft. The first locks the rows, so that a new watcher waits or is included.
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
