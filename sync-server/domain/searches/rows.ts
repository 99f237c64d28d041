// Rows of saved searches: what leaves the server, and the keys by which the index finds them.
import type { Knex } from "knex";
import { isLocationPart } from "../../../shared/domain/aircraft-rules.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { search, type SavedSearch } from "../../../shared/domain/searches.ts";

/** Columns that leave the server. */
export const searchColumns = Object.keys(search.schema.shape) as (keyof SavedSearch)[];

type Keyed = Pick<SavedSearch, "location" | "types">;

/** The only location and the only type that can match; empty where several can, or where the location is not known. */
export function candidateKeys({ location, types }: Keyed): { placeKey: string; typeKey: string } {
  const places = locations.filter((one) => isLocationPart(location ?? "", one));
  return {
    placeKey: (places.length === 1 && places[0]) || "",
    typeKey: (types.length === 1 && types[0]) || "",
  };
}

const lockName = "hashtext('saved search matching')";

/**
 * Makes matching wait until the commit. Call it before `since` is taken: a change is then either compared with the saved search, or
 * shown by its snapshot.
 */
export async function holdMatching(tx: Knex): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock_shared(${lockName})`);
}

/** Locks matching until the commit; false while another process compares or a search is being saved. */
export async function tryLockMatching(tx: Knex): Promise<boolean> {
  const { rows } = await tx.raw(`select pg_try_advisory_xact_lock(${lockName}) as locked`);
  return (rows as { locked: boolean }[])[0]!.locked;
}
