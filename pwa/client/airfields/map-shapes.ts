// The shapes of the map: one prepared file, which the service worker keeps with the code of the app. Import this file lazily.
import type { GeometryCollection, MultiLineString, Topology } from "topojson-specification";
import shapesUrl from "./map-shapes.json?url";

/** `scripts/map-shapes/prepare.mjs` writes it. */
export type MapShapes = {
  states: Topology<{ states: GeometryCollection<{ name: string }> }>;
  around: Topology<{
    countries: GeometryCollection;
    /** Shores of the countries, and borders between them. */
    coasts: MultiLineString;
    /** Borders of the countries with the states. */
    seams: MultiLineString;
    lakes: GeometryCollection;
  }>;
};

/** Rejects when the file is neither on the device nor to be fetched. */
export async function loadMapShapes(): Promise<MapShapes> {
  const response = await fetch(shapesUrl);
  if (!response.ok) throw new Error(`The shapes of the map were answered with ${response.status}.`);
  return (await response.json()) as MapShapes;
}
