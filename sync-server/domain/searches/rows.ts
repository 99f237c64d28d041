// Rows of saved searches: public columns, and the keys of the candidate index.
import type { Knex } from "knex";
import { isLocationPart } from "../../../shared/domain/aircraft-rules.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { search, type SavedSearch } from "../../../shared/domain/searches.ts";

/** Columns in wire format. */
export const searchColumns = Object.keys(search.schema.shape) as (keyof SavedSearch)[];

type Keyed = Pick<SavedSearch, "location" | "types">;

/** The only location and type that can match; empty where several can, or where the location is unknown. */
export function candidateKeys({ location, types }: Keyed): { placeKey: string; typeKey: string } {
  const places = locations.filter((one) => isLocationPart(location ?? "", one));
  return {
    placeKey: (places.length === 1 && places[0]) || "",
    typeKey: (types.length === 1 && types[0]) || "",
  };
}

const lockName = "hashtext('saved search matching')";

/**
 * Delays matching until the commit. Call it before `since` is read: then a change is either compared with the saved
 * search, or contained in its snapshot.
 */
export async function blockMatching(tx: Knex): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock_shared(${lockName})`);
}

/** Locks matching until the commit; false while another process compares or a user saves a search. */
export async function tryLockMatching(tx: Knex): Promise<boolean> {
  const { rows } = await tx.raw(`select pg_try_advisory_xact_lock(${lockName}) as locked`);
  return (rows as { locked: boolean }[])[0]!.locked;
}
