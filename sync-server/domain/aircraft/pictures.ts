// Pictures a listing may show: bundled ones and objects of the person who saves it.
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { DomainError, type FieldProblems } from "../../../shared/kit/errors.ts";

const BUNDLED = /^\/illustrations\/[a-z0-9]+(-[a-z0-9]+)*\.svg$/;

const PROBLEM = "Use a picture you uploaded here";

/**
 * Refuses pictures from elsewhere. `known` are those the listing shows already: an admin who edits a listing keeps the
 * owner's pictures.
 * @throws DomainError invalid, naming `images` or `imageUrl`
 */
export function requireOwnPictures(
  { images = [], imageUrl }: { images?: readonly string[]; imageUrl?: string },
  known: readonly string[] = [],
): void {
  const isAllowed = (path: string) => BUNDLED.test(path) || known.includes(path);
  const fields: FieldProblems = {};
  if (images.length > MAX_PICTURES) fields.images = `At most ${MAX_PICTURES} images`;
  else if (!images.every(isAllowed)) fields.images = PROBLEM;
  if (imageUrl !== undefined && !isAllowed(imageUrl)) fields.imageUrl = PROBLEM;
  if (Object.keys(fields).length > 0) throw new DomainError("invalid", { fields });
}

/**
 * The same for a single picture; `known` is the one shown already.
 * @throws DomainError invalid, naming the field
 */
export function requireOwnPicture(field: string, path: string, known: string | null): void {
  if (!BUNDLED.test(path) && path !== known) throw new DomainError("invalid", { fields: { [field]: PROBLEM } });
}
