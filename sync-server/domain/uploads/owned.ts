// Which stored pictures a person may show in a listing or a profile.
import type { Knex } from "knex";
import { objectIdOf, objectPath } from "../../../shared/domain/uploads-rules.ts";

/**
 * Of these paths, those of the person's own claimed pictures. The rows stay locked until the commit, so that no sweep takes a
 * picture that is just being put into a listing.
 */
export async function ownedPictures(
  tx: Knex.Transaction,
  ownerId: string,
  paths: readonly string[],
): Promise<Set<string>> {
  const ids = paths.map(objectIdOf).filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows: { id: string }[] = await tx("objects")
    .select("id")
    .where({ ownerId })
    .whereIn("id", ids)
    .whereNotNull("claimedAt")
    .whereNull("removedAt")
    .orderBy("id")
    .forShare();
  return new Set(rows.map(({ id }) => objectPath(id)));
}
