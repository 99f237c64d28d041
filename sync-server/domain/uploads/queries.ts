import type { Knex } from "knex";
import type { PictureInfo, uploadsQueries } from "../../../shared/domain/uploads.ts";
import { objectIdOf, objectPath, pictureFormats } from "../../../shared/domain/uploads-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import type { ObjectRow } from "./pictures.ts";

/**
 * Returns a picture that everyone may see: claimed and not removed.
 * @throws DomainError not-found
 */
export async function readableObject(db: Knex, id: string): Promise<ObjectRow> {
  const row: ObjectRow | undefined = isId(id) ? await readable(db).where({ id }).first() : undefined;
  if (!row) throw new DomainError("not-found");
  return row;
}

/** Returns the metadata of the paths that are stored pictures, in their order. */
export async function pictureInfos(db: Knex, paths: readonly string[]): Promise<PictureInfo[]> {
  const ids = paths.map(objectIdOf).filter((id) => id !== null);
  if (ids.length === 0) return [];
  const rows: ObjectRow[] = await readable(db).whereIn("id", ids);
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(infoOf));
}

function readable(db: Knex): Knex.QueryBuilder<ObjectRow, ObjectRow[]> {
  return db<ObjectRow, ObjectRow[]>("objects").whereNotNull("claimedAt").whereNull("removedAt");
}

function infoOf({ id, width, height, placeholder, widths, hasAvif }: ObjectRow): PictureInfo {
  const formats = pictureFormats.filter((format) => format !== "avif" || hasAvif);
  return { path: objectPath(id), width, height, placeholder, widths, formats };
}

export const uploadsResolvers: Resolvers<typeof uploadsQueries> = {
  async "objects.info"({ db }, { id }) {
    return infoOf(await readableObject(db, id));
  },
};
