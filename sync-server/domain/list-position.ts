// Encodes the end of a list page as an opaque text for the next page's URL.
import { z } from "zod";
import { DomainError } from "../../shared/kit/errors.ts";
import { id, instant } from "../../shared/kit/fields.ts";

/** Position in a list whose only order is newest first. */
const newest = z.object({ createdAt: instant, id });
export type NewestPosition = z.infer<typeof newest>;

export function positionText(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws DomainError invalid for a text that is no position of the list */
export function readPositionText<Place>(
  text: string,
  schema: z.ZodType<Place>,
  fits: (place: Place) => boolean,
): Place {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
  if (parsed.success && fits(parsed.data)) return parsed.data;
  throw new DomainError("invalid", { fields: { cursor: "This page address is not valid" } });
}

export function newestPositionText({ createdAt, id: rowId }: NewestPosition): string {
  return positionText({ createdAt, id: rowId });
}

/** Null for the first page. @throws DomainError invalid for an invalid text */
export function readNewestPosition(text: string | undefined): NewestPosition | null {
  return text === undefined || text === "" ? null : readPositionText(text, newest, () => true);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
