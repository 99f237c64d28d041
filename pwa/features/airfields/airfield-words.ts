// What the airfield section says. A fact that the FAA does not publish is «Not published», never a guess.
import { grouped } from "../../../shared/kit/counted.ts";
import type { Airfield, Frequency, Runway } from "../../../shared/domain/airfields.ts";
import { zoneOffset } from "../../../shared/kit/zone-changes.ts";
import { zoneName } from "../../../shared/kit/zoned-hours.ts";

export const NOT_PUBLISHED = "Not published";

const MINUTE_MS = 60_000;

export const feet = (value: number) => `${grouped(Math.round(value))} ft`;

/** `Runways of KMYF to scale, north up: 10L/28R 4,598 feet, 05/23 3,400 feet` */
export function drawingLabel({ id, runways }: Pick<Airfield, "id" | "runways">): string {
  const each = runways.map((runway) => `${runway.id} ${grouped(runway.lengthFt)} feet`);
  return `Runways of ${id} to scale, north up: ${each.join(", ")}`;
}

/** `28R displaced 1,199 ft`; empty without displaced thresholds. */
export function displacedWords({ ends }: Runway): string {
  return ends.flatMap(({ id, displacedFt }) => (displacedFt ? `${id} displaced ${feet(displacedFt)}` : [])).join(", ");
}

/** `Medium, MALSR 28R`; the data has lights of approaches also where those of the edges are missing. */
export function lightWords({ lights, ends }: Runway): string {
  const approaches = ends.flatMap(({ id, approachLights }) => (approachLights ? `${approachLights} ${id}` : []));
  if (!lights && approaches.length > 0) return `Edge lights not published, ${approaches.join(", ")}`;
  return [lights, ...approaches].filter(Boolean).join(", ") || NOT_PUBLISHED;
}

export type Tile = { name: string; value: string | null; notes: string[] };

/** The frequencies in the order in which a flight uses the field. */
export function frequencyTiles(field: Airfield): Tile[] {
  return [
    tile("CTAF", field.ctaf),
    field.hasTower === false && !field.tower
      ? { name: "Tower", value: "No tower", notes: [] }
      : tile("Tower", field.tower),
    tile("Ground", field.ground),
    weatherTile(field),
    tile("Clearance", field.clearance),
    tile("Approach", field.approach),
    tile("Departure", field.departure),
    tile("UNICOM", field.unicom),
  ];
}

function tile(name: string, frequencies: readonly Frequency[] | undefined): Tile {
  const [first, ...others] = frequencies ?? [];
  if (!first) return { name, value: null, notes: [] };
  const also = others.map(({ mhz, note }) => (note ? `Also ${mhz}: ${plainNote(note)}` : `Also ${mhz}`));
  return { name, value: String(first.mhz), notes: [...(first.note ? [plainNote(first.note)] : []), ...also] };
}

/** Abbreviations and capitals of the FAA's notes. Every other word stays as it is: identifiers, headings, runways. */
const plainWords: Readonly<Record<string, string>> = {
  ...{ RY: "runway", RWY: "runway", RYS: "runways", RWYS: "runways", BTW: "between", BTN: "between", TO: "to" },
  ...{ DEP: "departures", ARR: "arrivals", EXC: "except", EXCEPT: "except", ALL: "all", AND: "and", "&": "and" },
  ...{ NORTH: "north", SOUTH: "south", EAST: "east", WEST: "west", OF: "of", OR: "or", AT: "at", FT: "ft" },
  ...{ BLW: "below", ABV: "above", WHEN: "when", TWR: "tower", CLSD: "closed", ACTIVE: "active" },
};

/** `RY 28R BTW 1800-0200Z++` → `Runway 28R between 18:00–02:00 UTC, in summer an hour earlier` */
export function plainNote(note: string): string {
  const words = note
    .replaceAll(/\b(\d\d)(\d\d)-(\d\d)(\d\d)Z/g, "$1:$2–$3:$4 UTC")
    .replaceAll("UTC++", "UTC, in summer an hour earlier")
    .replaceAll(/[A-Z&]+(?![A-Z0-9])/g, (word, at: number, whole: string) =>
      /\w/.test(whole[at - 1] ?? "") ? word : (plainWords[word] ?? word),
    );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The weather station may use the frequency of the ATIS, or be the only source of weather. */
function weatherTile({ atis, weather }: Airfield): Tile {
  if (!atis) return tile(weather ? "Weather" : "ATIS", weather);
  const { notes, ...rest } = tile("ATIS", atis);
  const stations = weather?.map(({ mhz, note = "weather" }) =>
    atis.some((one) => one.mhz === mhz) ? `Also ${note}` : `${note} ${mhz}`,
  );
  return { ...rest, notes: [...notes, ...(stations ?? [])] };
}

/** Elevation, pattern, fuel and the clock of the field. */
export function factTiles(field: Airfield, now: number): Tile[] {
  const fact = (name: string, value: string | undefined): Tile => ({ name, value: value || null, notes: [] });
  const { elevationFt, patternFt, fuels, zone } = field;
  return [
    fact("Elevation", elevationFt === undefined ? undefined : feet(elevationFt)),
    fact("Pattern", patternWords(field, patternFt)),
    fact("Fuel", fuels?.join(", ")),
    fact("Local time", `${zoneName(new Date(now), zone)}, ${offsetWords(now, zone)}`),
  ];
}

/** `1,427 ft, right 10R, 28R` */
function patternWords({ runways }: Airfield, patternFt: number | undefined): string {
  const rights = runways.flatMap(({ ends }) => ends.flatMap(({ id, isRightTraffic }) => (isRightTraffic ? id : [])));
  rights.sort();
  const height = patternFt === undefined ? "" : feet(patternFt);
  if (rights.length === 0) return height;
  return height ? `${height}, right ${rights.join(", ")}` : `Right ${rights.join(", ")}`;
}

/** `UTC−8`, `UTC+5:30` */
function offsetWords(now: number, zone: string): string {
  const minutes = zoneOffset(Math.floor(now / MINUTE_MS) * MINUTE_MS, zone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}
