// The aircraft of a list on the map, by airfield. Import this file lazily.
import type { Position } from "../../../shared/domain/airfields/distance.ts";
import type { CardList } from "../catalogue/catalogue-view.ts";
import { aircraftAt, groupByField, type Field } from "./fields.ts";
import { PickedCards } from "./picked-cards.ts";

/** A part of the earth in degrees. `west` exceeds `east` where it crosses the line between the dates. */
export type Area = { south: number; west: number; north: number; east: number };

/** All airfields of `cards`, whose rows are places in `cards`. So the list has everything that the map shows. */
export type MapList = { cards: CardList; fields: Field[] };

/** With an area, both the list and the airfields are those inside it. The order stays. */
export async function listOnMap(cards: CardList, area: Area | null): Promise<MapList> {
  const { fields } = await groupByField(cards);
  if (!area) return { cards, fields };
  const inside = fields.filter(({ airport }) => isInside(area, airport));
  const rows = new Uint32Array(aircraftAt(inside));
  let count = 0;
  for (const field of inside) for (const row of field.rows) rows[count++] = row;
  rows.sort();
  const placeOf = new Map([...rows].map((row, place) => [row, place]));
  return {
    cards: new PickedCards(cards, rows),
    fields: inside.map((field) => ({ ...field, rows: field.rows.map((row) => placeOf.get(row)!) })),
  };
}

export function isInside({ south, west, north, east }: Area, { latitude, longitude }: Position): boolean {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && isBetween;
}
