// What the map says to readers and screen readers.
import { distanceWords } from "../../../../shared/domain/airfields/distance.ts";
import { airportOf } from "../../../../shared/domain/airfields/home-airport.ts";
import { spelled } from "../../../../shared/domain/airfields/identifiers.ts";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { dollars } from "../../../../shared/kit/money.ts";
import type { Field } from "../../../client/airfields/fields.ts";
import type { From } from "../../../client/airfields/near-list.ts";
import type { Mark } from "./marks/marks.ts";

export const MAP_LABEL = "Map. Everything on it is in the list.";

/** `8 aircraft at 6 airfields` */
export function countWords(aircraft: number, fields: number): string {
  return `${counted(aircraft, "aircraft", "aircraft")} at ${counted(fields, "airfield")}`;
}

/** `8 aircraft, 6 airfields` */
export function shortCountWords(aircraft: number, fields: number): string {
  return `${counted(aircraft, "aircraft", "aircraft")}, ${counted(fields, "airfield")}`;
}

/** `KVNY 2 aircraft, K V N Y, Van Nuys, from $199`: begins with what the tag shows, so that a speech command finds it. */
export function tagWords({ airport, rows, lowestRate }: Field): string {
  const [count, rate] = [counted(rows.length, "aircraft", "aircraft"), dollars(lowestRate)];
  const [shown, more] = rows.length === 1 ? [rate, count] : [count, `from ${rate}`];
  return `${airport.id} ${shown}, ${spelled(airport.id)}, ${airport.name}, ${more}`;
}

/** `2 aircraft at K S Q L and K O A K, show closer` */
export function clusterWords({ aircraft, spots }: Mark): string {
  const names =
    spots.length === 2
      ? `at ${spots.map(({ airport }) => spelled(airport.id)).join(" and ")}`
      : `at ${spots.length} airfields`;
  return `${counted(aircraft, "aircraft", "aircraft")} ${names}, show closer`;
}

/** `KVNY Van Nuys`; the location where no airfield is known. */
export function fieldWords(plane: AircraftCard): string {
  const airport = airportOf(plane);
  return airport ? `${airport.id} ${airport.name}` : plane.location;
}

/** `108 nm, 40 min at 160 kts`; null where the list is not near anything. */
export function awayWords(plane: AircraftCard, from: From | null): string | null {
  const airport = from && airportOf(plane);
  return airport && distanceWords(from, airport, plane.cruiseSpeed);
}
