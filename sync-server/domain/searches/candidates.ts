// Finds saved searches that one aircraft may match: the index narrows them down, the shared predicate decides.
import type { SavedSearch } from "../../../shared/domain/searches.ts";
import { filterOfSearch, matchesSearch, type SearchedFields } from "../../../shared/domain/searches-rules.ts";
import type { RunPrepared } from "../../db/prepared.ts";
import { isBlockedPair } from "../safety/pairs.ts";

/** Columns that the predicate and the matching need. */
export type Candidate = Pick<
  SavedSearch,
  "id" | "userId" | "location" | "types" | "minPrice" | "maxPrice" | "seats" | "words" | "date"
>;

/** `$1` locations, `$2` types, `$3` price, `$4` seats, `$5` owner, `$6` transaction of the change. */
export const candidates = {
  name: "search-candidates",
  text: `select id, "userId", location, types, "minPrice", "maxPrice", seats, words, date from searches
    where notify and "placeKey" = any($1::text[]) and "typeKey" = any($2::text[])
      and coalesce("minPrice", 0) <= $3::integer and coalesce("maxPrice", 2147483647) >= $3::integer
      and coalesce(seats, 0) <= $4::integer
      and "userId" <> $5::uuid and not pg_visible_in_snapshot($6::xid8, since)
      and not ${isBlockedPair(`searches."userId"`, "$5::uuid")}`,
};

/** `xid`: the transaction of the change; searches saved after it already include its result. */
export type Changed = { ownerId: string; xid: string };

/** Returns the searches that an aircraft matches, dates not checked; omits its owner's, and those saved after the change. */
export async function searchesMatching(
  runPrepared: RunPrepared,
  plane: SearchedFields | null,
  { ownerId, xid }: Changed,
): Promise<Candidate[]> {
  if (!plane) return [];
  const values = [["", plane.location], ["", plane.type], plane.hourlyRate, plane.seats, ownerId, xid];
  const found = await runPrepared<Candidate>(candidates, values);
  return found.filter((one) => matchesSearch(plane, filterOfSearch(one)));
}
