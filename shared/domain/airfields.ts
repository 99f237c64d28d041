import { z } from "zod";
import { query } from "../kit/query.ts";
import { airfieldKinds, type AirfieldKind } from "./airfields/index-file.ts";

const degrees = z.number();
const feet = z.number();

/** One end of a runway. */
const runwayEnd = z.object({
  id: z.string(),
  /** Degrees from true north. */
  heading: degrees.optional(),
  latitude: degrees.optional(),
  longitude: degrees.optional(),
  displacedFt: feet.optional(),
  /** Traffic turns right before landing on this end. */
  isRightTraffic: z.literal(true).optional(),
  approachLights: z.string().optional(),
});

const runway = z.object({
  id: z.string(),
  lengthFt: feet,
  widthFt: feet,
  surface: z.string().optional(),
  lights: z.enum(["Low", "Medium", "High", "Nonstandard", "None"]).optional(),
  /** One for a helipad. */
  ends: z.array(runwayEnd),
});
export type Runway = z.infer<typeof runway>;

/** A frequency in MHz; `note` says for what part of the field or when, as the FAA words it. */
const frequency = z.object({ mhz: z.number(), note: z.string().optional() });
export type Frequency = z.infer<typeof frequency>;
const frequencies = z.array(frequency).optional();

/** See `HomeAirport`. Devices take it from their index; the server takes only the identifier and fills in the rest. */
export const homeAirport = z.object({
  id: z.string().max(4),
  name: z.string().max(120),
  latitude: z.number(),
  longitude: z.number(),
  zone: z.string().max(60),
});

/**
 * What the FAA publishes about an airfield. A fact that it does not publish is absent. Elevations and the pattern are in feet above
 * the sea.
 */
export const airfield = z.object({
  /** ICAO identifier, else the FAA's. */
  id: z.string(),
  faaId: z.string(),
  name: z.string(),
  city: z.string(),
  /** State, or the country outside the United States. */
  state: z.string(),
  kind: z.enum(Object.values(airfieldKinds) as [AirfieldKind, ...AirfieldKind[]]),
  isPrivate: z.literal(true).optional(),
  latitude: degrees,
  longitude: degrees,
  /** IANA time zone. */
  zone: z.string(),
  elevationFt: feet.optional(),
  patternFt: feet.optional(),
  /** Degrees, positive to the east. */
  magneticVariation: degrees.optional(),
  hasTower: z.boolean().optional(),
  fuels: z.array(z.string()).optional(),
  runways: z.array(runway),
  ctaf: frequencies,
  tower: frequencies,
  ground: frequencies,
  atis: frequencies,
  /** Automatic weather stations; `note` is the kind. */
  weather: frequencies,
  clearance: frequencies,
  approach: frequencies,
  departure: frequencies,
  unicom: frequencies,
  /** Day on which this data took effect; the next comes after 28 days. */
  cycle: z.string(),
});
export type Airfield = z.infer<typeof airfield>;

export const airfieldsQueries = {
  "airfields.get": query({
    route: "GET /api/airfields/:id",
    access: "guest",
    // An identifier of ICAO or the FAA in any case: KMYF or myf.
    input: z.object({ id: z.string().max(20) }),
    result: airfield,
    isCacheable: true,
  }),
};
