// Turns a record of the FAA into the facts that the product shows. What the record lacks stays absent.
import type { Airfield, Frequency, Runway } from "../../shared/domain/airfields.ts";
import { airfieldKinds } from "../../shared/domain/airfields/index-file.ts";
import { airfieldName, placeName } from "./names.ts";
import type { AirportRecord, FrequencyRecord, RunwayRecord } from "./records.ts";

export function identifierOf({ icao, faaId }: Pick<AirportRecord, "icao" | "faaId">): string {
  return icao ?? faaId;
}

/** State, or the country outside the United States. */
export function stateOf({ state, country }: Pick<AirportRecord, "state" | "country">): string {
  return state ?? country;
}

export function factsOf(record: AirportRecord, cycle: string): Airfield {
  return {
    id: identifierOf(record),
    faaId: record.faaId,
    name: airfieldName(record.name),
    city: placeName(record.city),
    state: stateOf(record),
    kind: airfieldKinds[kindLetter(record)],
    ...(record.useType === "PRIVATE" && { isPrivate: true as const }),
    latitude: rounded(record.lat, 6),
    longitude: rounded(record.lon, 6),
    zone: record.timezone,
    elevationFt: record.elevationFt,
    patternFt: record.trafficPatternAltitudeFt,
    magneticVariation: variationOf(record),
    hasTower: record.towerType === undefined ? undefined : record.towerType !== "NON-ATCT",
    fuels: fuelsOf(record.fuelTypes),
    runways: record.runways.map(runwayOf).sort((a, b) => b.lengthFt - a.lengthFt || (a.id < b.id ? -1 : 1)),
    ...frequenciesOf(record.frequencies),
    cycle,
  };
}

export function kindLetter({ facilityType }: Pick<AirportRecord, "facilityType">): keyof typeof airfieldKinds {
  return facilityType.charAt(0) as keyof typeof airfieldKinds;
}

function variationOf(record: AirportRecord): number | undefined {
  const { magneticVariationDeg: degrees, magneticVariationDirection: direction } = record;
  if (degrees === undefined || direction === undefined) return undefined;
  return direction === "W" && degrees !== 0 ? -degrees : degrees;
}

const lights = { HIGH: "High", MEDIUM: "Medium", LOW: "Low", NONSTANDARD: "Nonstandard", NONE: "None" } as const;

function runwayOf({ id, lengthFt, widthFt, surfaceType, lighting, ends }: RunwayRecord): Runway {
  return {
    id,
    lengthFt,
    widthFt,
    surface: surfaceType && surfaceWords(surfaceType),
    lights: lighting && lights[lighting],
    ends: ends.map((end) => ({
      id: end.id,
      heading: end.trueHeadingDeg,
      latitude: end.lat === undefined ? undefined : rounded(end.lat, 6),
      longitude: end.lon === undefined ? undefined : rounded(end.lon, 6),
      displacedFt: end.displacedThresholdFt || undefined,
      isRightTraffic: end.rightTraffic || undefined,
      approachLights: end.approachLights,
    })),
  };
}

const surfaces: Readonly<Record<string, string>> = {
  ALUM: "aluminum",
  ASPH: "asphalt",
  CONC: "concrete",
  GRVL: "gravel",
  PEM: "part pavement",
  PFC: "porous friction course",
  PSP: "pierced steel planks",
  TRTD: "treated",
};

/** `ASPH-TURF` becomes `Asphalt and turf`, `ASPH-TRTD` `Asphalt, treated`. */
export function surfaceWords(code: string): string {
  const parts = code === "ROOF-TOP" ? ["rooftop"] : code.split(/[-/]/).map((one) => surfaces[one] ?? one.toLowerCase());
  const isTreated = parts.length > 1 && parts.at(-1) === "treated";
  const words = isTreated ? `${parts.slice(0, -1).join(" and ")}, treated` : parts.join(" and ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** In the order of the screen: for piston engines, then for turbines. Grades with additives are the same fuel. */
const fuels: readonly (readonly [word: string, code: RegExp])[] = [
  ["100LL", /^100LL$/],
  ["100", /^100$/],
  ["UL91", /^UL91$/],
  ["UL94", /^UL94$/],
  ["G100UL", /^G100UL$/],
  ["Mogas", /^MOGAS$/],
  ["Jet A", /^A(\+|$)/],
  ["Jet A-1", /^A1(\+|$)/],
  ["JP-5", /^J5$/],
  ["JP-8", /^J8/],
  ["Jet fuel", /^J$/],
];

function fuelsOf(types: string | undefined): string[] | undefined {
  const codes = types?.split(",").map((code) => code.trim());
  if (!codes) return undefined;
  const named = fuels.filter(([, pattern]) => codes.some((code) => pattern.test(code))).map(([word]) => word);
  return [...named, ...codes.filter((code) => code && !fuels.some(([, pattern]) => pattern.test(code)))];
}

/** Above it are the frequencies of military aircraft, which rented aircraft cannot tune. */
const LAST_CIVIL_MHZ = 137;
const FIRST_CIVIL_MHZ = 118;

/** Uses as the FAA writes them; `IC` marks the frequency of the first call. */
const uses = {
  ctaf: /^CTAF$/,
  tower: /^LCL\/P( IC)?$/,
  ground: /^GND\/P( IC)?$/,
  atis: /^(D-)?ATIS$/,
  weather: /\b(ASOS|AWOS-\w+)$/,
  clearance: /^CD\/P$/,
  approach: /^APCH\/P( DEP\/P)?( IC)?$/,
  departure: /^(APCH\/P )?DEP\/P( IC)?$/,
  unicom: /^UNICOM$/,
} as const;
type Use = keyof typeof uses;

function frequenciesOf(records: readonly FrequencyRecord[]): Pick<Airfield, Use> {
  const civil = records.filter(({ frequencyMhz: mhz }) => mhz >= FIRST_CIVIL_MHZ && mhz < LAST_CIVIL_MHZ);
  const named = (use: Use): Frequency[] | undefined => {
    const found = new Map<number, Frequency>();
    for (const { use: code, frequencyMhz: mhz, sectorization } of civil) {
      const match = uses[use].exec(code);
      if (!match || found.has(mhz)) continue;
      found.set(mhz, { mhz, note: use === "weather" ? match[1] : sectorization });
    }
    return found.size > 0 ? [...found.values()] : undefined;
  };
  return {
    ctaf: named("ctaf"),
    tower: named("tower"),
    ground: named("ground"),
    atis: named("atis"),
    weather: named("weather"),
    clearance: named("clearance"),
    approach: named("approach"),
    departure: named("departure"),
    unicom: named("unicom"),
  };
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
