// The aircraft near an airfield or near this device. Import this file lazily.
import type { Position } from "../../../shared/domain/airfields/distance.ts";
import { mainAirports } from "../../../shared/domain/airfields/home-airport.ts";
import { HERE, type Near } from "../../../shared/domain/airfields/near.ts";
import { rowOf } from "../../../shared/domain/airfields/search.ts";
import type { CardList } from "../catalogue/catalogue-view.ts";
import { loadAirfields } from "./airfields.ts";
import { aircraftAt, groupByField, nearestFields } from "./fields.ts";
import { PickedCards } from "./picked-cards.ts";
import { keptPosition } from "./position.ts";

/** Where distances begin. The device's position has no name. */
export type From = Position & { id: string; name: string };

export type NearList =
  | { state: "loading" }
  | { state: "ready"; cards: CardList; from: From; fieldCount: number }
  /** There is no such airfield, or the device's position was not asked for in this tab. */
  | { state: "unknown" }
  /** The index of airfields is not on this device and cannot be fetched. */
  | { state: "failed" };

/** Leaves out aircraft beyond the distance. Sorts by distance if wanted, else keeps the order of `cards`. */
export async function listNear(cards: CardList, near: Near, isNearestFirst: boolean): Promise<NearList> {
  const from = await fromOf(near.id);
  if (from === null) return { state: "unknown" };
  const fields = nearestFields((await groupByField(cards)).fields, from, near.within);
  const rows = new Uint32Array(aircraftAt(fields));
  let count = 0;
  for (const field of fields) for (const row of field.rows) rows[count++] = row;
  if (!isNearestFirst) rows.sort();
  return { state: "ready", cards: new PickedCards(cards, rows), from, fieldCount: fields.length };
}

/** Null for an unknown identifier. Rejects when the index cannot be loaded. */
async function fromOf(id: string): Promise<From | null> {
  if (id === HERE) {
    const position = keptPosition();
    return position && { ...position, id, name: "" };
  }
  const main = Object.values(mainAirports).find((airport) => airport.id === id || airport.id === `K${id}`);
  if (main) return main;
  const index = await loadAirfields();
  const row = rowOf(index, id);
  if (row === null) return null;
  const [latitude, longitude] = [index.latitudes[row]!, index.longitudes[row]!];
  return { id: index.ids[row]!, name: index.names[row]!, latitude, longitude };
}
