// The shapes of the map: one prepared file, which the service worker keeps with the code of the app. Import this file lazily.
import type { GeometryCollection, MultiLineString, Topology } from "topojson-specification";

/** Where the file is. */
export { default as shapesUrl } from "./map-shapes.json?url";

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
