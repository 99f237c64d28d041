// Assigns aircraft to catalogue buckets: by location, split so that no file grows without limit.
import type { Knex } from "knex";
import { locationSlug, locations } from "../../shared/domain/locations.ts";

/** Most live aircraft per bucket; then the location gets another. */
export const BUCKET_SIZE = 10_000;

/** `denver-co`, then `denver-co-2` and so on. */
export function bucketName(location: string, ordinal: number): string {
  return ordinal === 1 ? locationSlug(location) : `${locationSlug(location)}-${ordinal}`;
}

/** Returns the bucket for a new aircraft at a location; creates one when the last is full. */
export async function bucketFor(tx: Knex, location: string): Promise<string> {
  const last = await tx("catalogue_buckets").where({ location }).orderBy("ordinal", "desc").first("bucket", "ordinal");
  if (!last) return addBucket(tx, location, 1);
  const { rows } = await tx.raw(
    `select count(*)::int as count from
       (select from aircraft where bucket = ? and "deletedAt" is null limit ?) as live`,
    [last.bucket, BUCKET_SIZE],
  );
  return rows[0].count < BUCKET_SIZE ? (last.bucket as string) : addBucket(tx, location, Number(last.ordinal) + 1);
}

async function addBucket(tx: Knex, location: string, ordinal: number): Promise<string> {
  const bucket = bucketName(location, ordinal);
  await tx("catalogue_buckets").insert({ bucket, location, ordinal }).onConflict().ignore();
  return bucket;
}

/** Creates the first bucket of every location, so that the catalogue names all of them. */
export async function ensureBuckets(db: Knex): Promise<void> {
  const rows = locations.map((location) => ({ bucket: bucketName(location, 1), location, ordinal: 1 }));
  await db("catalogue_buckets").insert(rows).onConflict().ignore();
}
