// Reads the airports of the package's file, and checks the fields that the product uses.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const runwayEnd = z.object({
  id: z.string(),
  trueHeadingDeg: z.number().optional(),
  rightTraffic: z.boolean().optional(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  displacedThresholdFt: z.number().optional(),
  approachLights: z.string().optional(),
});

const runway = z.object({
  id: z.string(),
  lengthFt: z.number(),
  widthFt: z.number(),
  surfaceType: z.string().optional(),
  lighting: z.enum(["HIGH", "MEDIUM", "LOW", "NONSTANDARD", "NONE"]).optional(),
  ends: z.array(runwayEnd),
});
export type RunwayRecord = z.infer<typeof runway>;

const frequency = z.object({ frequencyMhz: z.number(), use: z.string(), sectorization: z.string().optional() });
export type FrequencyRecord = z.infer<typeof frequency>;

const airport = z.object({
  faaId: z.string().regex(/^[A-Z0-9]{3,4}$/),
  icao: z
    .string()
    .regex(/^[A-Z0-9]{4}$/)
    .optional(),
  name: z.string().min(1),
  facilityType: z.enum(["AIRPORT", "HELIPORT", "SEAPLANE_BASE", "GLIDERPORT", "ULTRALIGHT", "BALLOONPORT"]),
  useType: z.enum(["PUBLIC", "PRIVATE"]),
  status: z.literal("OPEN"),
  city: z.string(),
  state: z.string().optional(),
  country: z.string(),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  timezone: z.string(),
  elevationFt: z.number().optional(),
  magneticVariationDeg: z.number().optional(),
  magneticVariationDirection: z.enum(["E", "W"]).optional(),
  trafficPatternAltitudeFt: z.number().optional(),
  towerType: z.string().optional(),
  fuelTypes: z.string().optional(),
  runways: z.array(runway),
  frequencies: z.array(frequency),
});
export type AirportRecord = z.infer<typeof airport>;

const packaged = z.object({ meta: z.object({ nasrCycleDate: z.iso.date() }), records: z.array(airport) });

const require = createRequire(import.meta.url);
export const packageFile = require.resolve("@squawk/airport-data/data/airports.json.gz");

/** All open airfields of the package, and the day on which their data took effect. */
export function readAirports(): { cycle: string; airports: AirportRecord[] } {
  const { meta, records } = packaged.parse(JSON.parse(gunzipSync(readFileSync(packageFile)).toString("utf8")));
  return { cycle: meta.nasrCycleDate, airports: records };
}
