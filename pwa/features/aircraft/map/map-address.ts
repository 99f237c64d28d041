// What the map adds to the address of a search: the view, the searched area and the chosen airfield.
import { isIdentifier } from "../../../../shared/domain/airfields/identifiers.ts";
import type { Area } from "../../../client/airfields/map-list.ts";
import { bounded, toPlane, toPosition, type View } from "./map-view.ts";

export type MapAddress = {
  /** Null until the user moves the map: it shows all aircraft of the search. */
  view: View | null;
  area: Area | null;
  /** Identifier of the chosen airfield. */
  field: string | null;
};

export function parseMapAddress(params: URLSearchParams): MapAddress {
  const [latitude, longitude, zoom] = numbers(params.get("at"), 3) ?? [];
  const [south, west, north, east] = numbers(params.get("area"), 4) ?? [];
  const field = params.get("field")?.toUpperCase();
  const isView = zoom !== undefined && isPosition(latitude!, longitude!);
  const isArea = east !== undefined && isPosition(south!, west!) && isPosition(north!, east);
  return {
    view: isView ? bounded({ ...toPlane({ latitude: latitude!, longitude: longitude! }), scale: 2 ** zoom }) : null,
    area: isArea ? { south: south!, west: west!, north: north!, east } : null,
    field: field && isIdentifier(field) ? field : null,
  };
}

/** Writes it into the parameters of a search. */
export function writeMapAddress(params: URLSearchParams, { view, area, field }: MapAddress): URLSearchParams {
  if (view) {
    const { latitude, longitude } = toPosition(view);
    params.set("at", [latitude.toFixed(4), longitude.toFixed(4), Math.log2(view.scale).toFixed(2)].join());
  }
  if (area) params.set("area", [area.south, area.west, area.north, area.east].map((part) => part.toFixed(3)).join());
  if (field) params.set("field", field);
  return params;
}

function numbers(text: string | null, count: number): number[] | null {
  const parts = text?.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))) ?? [];
  return parts.length === count && parts.every(Number.isFinite) ? parts : null;
}

/** Mercator has no poles. */
function isPosition(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) < 85 && Math.abs(longitude) <= 180;
}
