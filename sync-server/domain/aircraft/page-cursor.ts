// The opaque text that says where a page of a list ended: the order it belongs to and the last row's sort values.
import { z } from "zod";
import { aircraftSorts, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import { id, instant } from "../../../shared/kit/fields.ts";
import { DomainError } from "../../../shared/kit/errors.ts";

const position = z.object({
  sort: z.enum(aircraftSorts),
  /** Price or rating of the last row; absent for the newest-first order. */
  value: z.number().optional(),
  createdAt: instant,
  id,
});
export type PagePosition = z.infer<typeof position>;

export function writeCursor(at: PagePosition): string {
  return Buffer.from(JSON.stringify(at)).toString("base64url");
}

/** @throws DomainError invalid for a text that is no cursor of this order */
export function readCursor(cursor: string, sort: AircraftSort): PagePosition {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  const fits = parsed.success && parsed.data.sort === sort && (sort === "newest") === (parsed.data.value === undefined);
  if (!fits) throw new DomainError("invalid", { fields: { cursor: "This page address is not valid" } });
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
