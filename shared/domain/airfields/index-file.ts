// The search index of all airfields as a file: one column per field, because columns compress better than rows.

/** Kinds of facilities by their letter in the index; a small letter means private use. */
export const airfieldKinds = {
  A: "airport",
  B: "balloonport",
  G: "gliderport",
  H: "heliport",
  S: "seaplane base",
  U: "ultralight field",
} as const;
export type AirfieldKind = (typeof airfieldKinds)[keyof typeof airfieldKinds];

/** Positions are thousandths of a degree, 0.06 nm at most beside the truth. */
export const POSITION_STEPS = 1000;

/** An empty line of `cities` and `states` repeats the value above. `icao` has `K` for K and the FAA's identifier, and nothing for none. */
export type AirfieldIndexFile = {
  /** Day on which the data took effect, `YYYY-MM-DD`. */
  cycle: string;
  /** IANA time zones; `zone` points into it. */
  zones: string[];
  faaId: string;
  icao: string;
  name: string;
  city: string;
  /** State, or the country of an airfield outside the United States. */
  state: string;
  kind: string;
  zone: number[];
  /** Positions relative to the airfield above. */
  latitude: number[];
  longitude: number[];
  /** Feet, rounded; null where none is published. */
  elevation: (number | null)[];
};

/** The columns ready to read; all have the same length. */
export type AirfieldColumns = {
  cycle: string;
  zones: string[];
  /** ICAO identifier, else the FAA's. */
  ids: string[];
  faaIds: string[];
  names: string[];
  cities: string[];
  states: string[];
  kinds: string;
  zone: number[];
  latitudes: Float64Array;
  longitudes: Float64Array;
  elevation: (number | null)[];
};

/** The file is no index, or one of another version. */
export class MalformedIndex extends Error {
  override name = "MalformedIndex";
}

const texts = ["cycle", "faaId", "icao", "name", "city", "state", "kind"] as const;
const lists = ["zones", "zone", "latitude", "longitude", "elevation"] as const;

/** Writes one line per column, so that a device parses them one by one. */
export function writeIndexFile(file: AirfieldIndexFile): string {
  const lines = Object.entries(file).map(([column, values]) => `${JSON.stringify(column)}:${JSON.stringify(values)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** Parses the text of a file, one column per step. Throws MalformedIndex. */
export function* readIndexFile(text: string): Generator<undefined, AirfieldIndexFile> {
  const columns: Record<string, unknown> = {};
  for (const line of text.split("\n")) {
    if (line.length < 2) continue;
    yield;
    Object.assign(columns, parsedColumn(line));
  }
  const isIndex =
    texts.every((column) => typeof columns[column] === "string") &&
    lists.every((column) => Array.isArray(columns[column]));
  if (!isIndex) throw new MalformedIndex("A column is missing.");
  return columns as AirfieldIndexFile;
}

function parsedColumn(line: string): unknown {
  try {
    return JSON.parse(`{${line.endsWith(",") ? line.slice(0, -1) : line}}`);
  } catch {
    throw new MalformedIndex("A line is no column.");
  }
}

/** Unpacks the columns of a file in steps. Throws MalformedIndex when they differ in length. */
export function* unpackColumns(file: AirfieldIndexFile): Generator<undefined, AirfieldColumns> {
  const faaIds = file.faaId.split(" ");
  const icao = file.icao.split(" ");
  yield;
  const ids = faaIds.map((faaId, row) => (icao[row] === "K" ? `K${faaId}` : icao[row] || faaId));
  yield;
  const names = file.name.split("\n");
  yield;
  const cities = filled(file.city.split("\n"));
  yield;
  const states = filled(file.state.split("\n"));
  yield;
  const { cycle, zones, kind: kinds, zone, elevation } = file;
  const latitudes = summed(file.latitude);
  const longitudes = summed(file.longitude);
  for (const column of [icao, names, cities, states, kinds, zone, latitudes, longitudes, elevation])
    if (column.length !== ids.length) throw new MalformedIndex("The columns differ in length.");
  return { cycle, zones, ids, faaIds, names, cities, states, kinds, zone, latitudes, longitudes, elevation };
}

function filled(lines: string[]): string[] {
  for (let row = 1; row < lines.length; row++) lines[row] ||= lines[row - 1]!;
  return lines;
}

function summed(steps: number[]): Float64Array {
  const values = new Float64Array(steps.length);
  let sum = 0;
  for (let row = 0; row < steps.length; row++) {
    sum += steps[row]!;
    values[row] = sum / POSITION_STEPS;
  }
  return values;
}
