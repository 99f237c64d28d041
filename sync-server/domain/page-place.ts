// Where a page of a list ended, as an opaque text in the address of the next.
import { z } from "zod";
import { DomainError } from "../../shared/kit/errors.ts";
import { id, instant } from "../../shared/kit/fields.ts";

/** The place of lists whose only order is newest first. */
const newest = z.object({ createdAt: instant, id });
export type NewestPlace = z.infer<typeof newest>;

export function placeText(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws DomainError invalid for a text that is no place of the list */
export function readPlace<Place>(text: string, schema: z.ZodType<Place>, fits: (place: Place) => boolean): Place {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
  if (parsed.success && fits(parsed.data)) return parsed.data;
  throw new DomainError("invalid", { fields: { cursor: "This page address is not valid" } });
}

export function newestPlaceText({ createdAt, id: rowId }: NewestPlace): string {
  return placeText({ createdAt, id: rowId });
}

/** Null at the beginning. @throws DomainError invalid for a text that is none */
export function readNewestPlace(text: string | undefined): NewestPlace | null {
  return text === undefined || text === "" ? null : readPlace(text, newest, () => true);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
