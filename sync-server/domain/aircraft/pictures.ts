// Checks the pictures of a listing: bundled ones, and objects of the user who saves it.
import type { Knex } from "knex";
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { DomainError, type FieldProblems } from "../../../shared/kit/errors.ts";
import { ownedPictures } from "../uploads/owned.ts";

const BUNDLED = /^\/illustrations\/[a-z0-9]+(-[a-z0-9]+)*\.svg$/;

const PROBLEM = "Use a picture you uploaded here";

type Owner = { tx: Knex.Transaction; me: { id: string } };

/**
 * Refuses pictures of other sites and of other users. `known` are those in the listing, so that an admin can keep
 * the owner's pictures.
 * @throws DomainError invalid, naming `images` or `imageUrl`
 */
export async function requireOwnPictures(
  owner: Owner,
  { images = [], imageUrl }: { images?: readonly string[]; imageUrl?: string },
  known: readonly string[] = [],
): Promise<void> {
  const fields: FieldProblems = {};
  if (images.length > MAX_PICTURES) fields.images = `At most ${MAX_PICTURES} images`;
  const isAllowed = await allowed(owner, [...images.slice(0, MAX_PICTURES), ...(imageUrl ? [imageUrl] : [])], known);
  if (!fields.images && !images.every(isAllowed)) fields.images = PROBLEM;
  if (imageUrl !== undefined && !isAllowed(imageUrl)) fields.imageUrl = PROBLEM;
  if (Object.keys(fields).length > 0) throw new DomainError("invalid", { fields });
}

/**
 * The same for a single picture; `known` is the stored one.
 * @throws DomainError invalid, naming the field
 */
export async function requireOwnPicture(
  owner: Owner,
  field: string,
  path: string,
  known: string | null,
): Promise<void> {
  const isAllowed = await allowed(owner, [path], known === null ? [] : [known]);
  if (!isAllowed(path)) throw new DomainError("invalid", { fields: { [field]: PROBLEM } });
}

async function allowed({ tx, me }: Owner, paths: readonly string[], known: readonly string[]) {
  const own = await ownedPictures(tx, me.id, paths);
  return (path: string) => BUNDLED.test(path) || known.includes(path) || own.has(path);
}
