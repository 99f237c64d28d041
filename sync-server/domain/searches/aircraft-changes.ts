// Notes what filters look at, before and after each change of an aircraft, in the transaction of the change. Matching reads the notes.
import type { Knex } from "knex";
import type { SearchedFields } from "../../../shared/domain/searches-rules.ts";

const searchedFields: readonly (keyof SearchedFields)[] = [
  "name",
  "make",
  "model",
  "year",
  "type",
  "location",
  "hourlyRate",
  "seats",
];

type Plane = SearchedFields & { id: string; ownerId: string; isActive: boolean };

/** Notes a change of one aircraft, unless filters see none. `before` is null for a new aircraft; its row is locked by the caller. */
export async function noteAircraftChange(tx: Knex, before: Plane | null, after: Plane): Promise<void> {
  const [was, is] = [before && publicFields(before), publicFields(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  // What the public cannot see has not changed for it.
  await tx.raw(
    `insert into aircraft_changes ("aircraftId", before, after)
     select :id, cast(:was as jsonb), cast(:is as jsonb) from users where id = :ownerId and "isActive"`,
    { id: after.id, ownerId: after.ownerId, was: was && JSON.stringify(was), is: is && JSON.stringify(is) },
  );
}

/** Null while the listing is inactive. */
function publicFields(plane: Plane): SearchedFields | null {
  if (!plane.isActive) return null;
  return Object.fromEntries(searchedFields.map((field) => [field, plane[field]])) as SearchedFields;
}

/** Notes that all aircraft of an owner became visible or disappeared; their rows are locked by the caller. */
export async function noteOwnerChange(tx: Knex, ownerId: string, isActive: boolean): Promise<void> {
  const fields = searchedFields.map((field) => `'${field}', "${field}"`).join(", ");
  await tx.raw(
    `insert into aircraft_changes ("aircraftId", before, after)
     select id, case when :isActive then null else fields end, case when :isActive then fields end
     from (
       select id, jsonb_build_object(${fields}) as fields from aircraft
       where "ownerId" = :ownerId and "isActive" and "deletedAt" is null
     ) planes`,
    { ownerId, isActive },
  );
}
