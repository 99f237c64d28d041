// Stores the filtered fields before and after each change of an aircraft, in its transaction. Matching reads these rows.
import type { Knex } from "knex";
import type { SearchedFields } from "../../../shared/domain/searches-rules.ts";
import { named } from "../../db/knex.ts";

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

/** Stores a change of one aircraft, unless no filter depends on it. `before` is null for a new aircraft; the caller locks its row. */
export async function noteAircraftChange(tx: Knex, before: Plane | null, after: Plane): Promise<void> {
  await named(tx, "note-aircraft-change", aircraftChangeNote(tx, before, after));
}

/** The same as a statement that inserts, so that it can be a part of another one. */
export function aircraftChangeNote(tx: Knex, before: Plane | null, after: Plane): Knex.Raw {
  const fields = [before && publicFields(before), publicFields(after)];
  const [was, is] = fields.map((found) => found && JSON.stringify(found));
  // An inactive aircraft that stays inactive has no public change.
  return tx.raw(
    `insert into aircraft_changes ("aircraftId", before, after)
     select :id, cast(:was as jsonb), cast(:is as jsonb) from users
     where id = :ownerId and "isActive" and cast(:was as text) is distinct from cast(:is as text)`,
    { id: after.id, ownerId: after.ownerId, was, is } as Knex.ValueDict,
  );
}

/** Null while the listing is inactive. */
function publicFields(plane: Plane): SearchedFields | null {
  if (!plane.isActive) return null;
  return Object.fromEntries(searchedFields.map((field) => [field, plane[field]])) as SearchedFields;
}

/** Stores that all aircraft of an owner appeared or disappeared; the caller locks their rows. */
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
