// The end of a list page: its order and the last row's sort values.
import { z } from "zod";
import { aircraftSorts, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import { id, instant } from "../../../shared/kit/fields.ts";
import { readPositionText } from "../list-position.ts";

const position = z.object({
  sort: z.enum(aircraftSorts),
  /** Price or rating of the last row; absent for the newest-first order. */
  value: z.number().optional(),
  createdAt: instant,
  id,
});
export type PagePosition = z.infer<typeof position>;

/** @throws DomainError invalid for a text that is no cursor of this order */
export function readPosition(cursor: string, sort: AircraftSort): PagePosition {
  return readPositionText(cursor, position, (at) => at.sort === sort && fits[sort](at.value));
}

/** A value that its column can be compared with. */
const isRate = (value: number | undefined) =>
  value !== undefined && Number.isInteger(value) && Math.abs(value) < 2 ** 31;
const fits: Record<AircraftSort, (value: number | undefined) => boolean> = {
  newest: (value) => value === undefined,
  "price-asc": isRate,
  "price-desc": isRate,
  rating: (value) => value !== undefined && value >= 0 && value <= 5,
};
