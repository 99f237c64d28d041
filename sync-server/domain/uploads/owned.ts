// Finds stored pictures that a user may show in a listing or a profile.
import type { Knex } from "knex";
import { objectIdOf, objectPath } from "../../../shared/domain/uploads-rules.ts";

/**
 * Returns those of the paths that are the user's own claimed pictures. Locks the rows until the commit, so that no sweep
 * removes a picture that is being put into a listing.
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
