// What the field Location offers for a typed text: airfields with rings around the first, places, and aircraft at the field.
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { isLocationPart, normalizedLocation } from "../../../shared/domain/aircraft-rules.ts";
import { mainAirportOf } from "../../../shared/domain/airfields/home-airport.ts";
import { nearText } from "../../../shared/domain/airfields/near.ts";
import { searchAirfields, type AirfieldIndex } from "../../../shared/domain/airfields/search.ts";
import { locations as allLocations } from "../../../shared/domain/locations.ts";
import { aircraftAt, nearestFields, type ByField, type Field } from "../../client/airfields/fields.ts";
import type { CardList } from "../../client/catalogue/catalogue-view.ts";

type Counted = {
  /** Aircraft of the option; null while not all aircraft are on this device. */
  count: number | null;
};
export type LocationOption =
  | ({ kind: "airfield"; id: string; name: string; place: string; elevation: number | null } & Counted)
  | ({ kind: "ring"; id: string; within: number; fields: string } & Counted)
  | ({ kind: "place"; location: string; airfield: string | null } & Counted)
  | { kind: "aircraft"; id: string; plane: AircraftCard };

export type LocationGroup = { title: string; options: LocationOption[] };

/** What the device knows. `index` and `held` are null until they are loaded. */
export type Known = {
  index: AirfieldIndex | null;
  /** Locations of loaded aircraft. */
  locations: readonly string[];
  /** All aircraft, and the airfields that have some. */
  held: (ByField & { cards: CardList }) | null;
};

const MOST_AIRFIELDS = 4;
const MOST_AIRCRAFT = 3;
/** Nautical miles; the first ring is always offered, then the next that holds more. */
const RINGS = [50, 100, 150, 200, 300, 400];

/** Groups without options are left out. An empty text offers all places. */
export function locationGroups(typed: string, known: Known): LocationGroup[] {
  const airfields = airfieldOptions(typed, known);
  const first = airfields[0]?.id;
  const groups = [
    { title: "Airfields", options: airfields },
    { title: "Places", options: placeOptions(typed, known, first) },
    { title: `Aircraft at ${first}`, options: aircraftOptions(known, first) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function airfieldOptions(typed: string, { index, held }: Known): (LocationOption & { id: string })[] {
  if (!index) return [];
  const found = searchAirfields(index, typed, MOST_AIRFIELDS);
  const options = found.map(({ row, id, name, place }) => {
    const count = held && (held.fields.find(({ airport }) => airport.id === id)?.rows.length ?? 0);
    return { kind: "airfield" as const, id, name, place, elevation: index.elevation[row] ?? null, count };
  });
  const [first, ...rest] = found;
  if (!first || !held) return options;
  const from = { latitude: index.latitudes[first.row]!, longitude: index.longitudes[first.row]! };
  return [options[0]!, ...ringsAround(first.id, from, held.fields), ...options.slice(1, rest.length + 1)];
}

function ringsAround(id: string, from: { latitude: number; longitude: number }, fields: readonly Field[]) {
  const rings = RINGS.map((within) => {
    const inside = nearestFields(fields, from, within);
    return { kind: "ring" as const, id, within, fields: fieldsText(inside), count: aircraftAt(inside) };
  });
  const next = rings.find(({ count }) => count > rings[0]!.count);
  return next ? [rings[0]!, next] : rings.slice(0, 1);
}

/** `KMYF only`, `KMYF and KVNY`, `KMYF, KVNY and 3 more` */
function fieldsText(fields: readonly Field[]): string {
  const [first, second, ...others] = fields.map(({ airport }) => airport.id);
  if (!first) return "No aircraft so near";
  if (!second) return `${first} only`;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}

/** Places whose name contains the text, and the place of the first airfield. */
function placeOptions(typed: string, { locations, held }: Known, first: string | undefined): LocationOption[] {
  const offered = locations.length > 0 ? locations : allLocations;
  return [...new Set(offered)].sort().flatMap((location) => {
    const airfield = mainAirportOf(location)?.id ?? null;
    if (!isLocationPart(typed, location) && (first === undefined || airfield !== first)) return [];
    const count = held && (held.countOf.get(location) ?? 0);
    return [{ kind: "place" as const, location, airfield, count }];
  });
}

function aircraftOptions({ held }: Known, first: string | undefined): LocationOption[] {
  const field = held?.fields.find(({ airport }) => airport.id === first);
  if (!held || !field) return [];
  return field.rows
    .slice(0, MOST_AIRCRAFT)
    .flatMap((row) =>
      held.cards.slice(row, row + 1).map((plane) => ({ kind: "aircraft" as const, id: field.airport.id, plane })),
    );
}

/** What the field shows after a choice; null for an aircraft, whose page opens instead. */
export function textOf(option: LocationOption): string | null {
  if (option.kind === "aircraft") return null;
  if (option.kind === "place") return option.location;
  return nearText({ id: option.id, within: option.kind === "ring" ? option.within : undefined });
}

/** Whether the text is the whole name of a place: then Enter takes the place and not an airfield of this name. */
export function isWholePlace(typed: string): boolean {
  return allLocations.some((location) => normalizedLocation(location) === normalizedLocation(typed));
}

/** Without the index nobody knows whether there is such an airfield. */
export function unknownText(typed: string, hasIndex = true): string {
  const name = typed.trim();
  return hasIndex ? `No airfield or place called ${name}. Try an identifier such as KMYF.` : `No place called ${name}.`;
}
