// What the demo's owners ask of pilots, by class; two aircraft have their own minima, and one asks for nothing.
import type { AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";

const basic: Requirements = { certificate: "private", reviewMonths: 24, medical: "basicmed" };

const byClass: Readonly<Record<AircraftType, Requirements>> = {
  "single-engine": { ...basic, totalHours: 80, landings: 3 },
  "multi-engine": {
    ...basic,
    ratings: ["instrument", "multi-engine"],
    totalHours: 500,
    landings: 3,
    medical: "third",
    insuranceHull: 100_000,
  },
  turboprop: {
    certificate: "commercial",
    ratings: ["instrument", "high-performance", "high-altitude"],
    totalHours: 1_000,
    landings: 3,
    reviewMonths: 12,
    medical: "second",
    insuranceHull: 500_000,
  },
  jet: {
    certificate: "commercial",
    ratings: ["instrument", "multi-engine", "high-altitude"],
    totalHours: 1_500,
    landings: 3,
    reviewMonths: 12,
    medical: "second",
    insuranceHull: 1_000_000,
  },
};

const own: Readonly<Record<string, Requirements | null>> = {
  "SR22 G5": {
    certificate: "private",
    ratings: ["instrument"],
    totalHours: 250,
    typeHours: 10,
    typeName: "SR22",
    landings: 3,
    reviewMonths: 24,
    medical: "third",
    insuranceHull: 50_000,
  },
  "J-3C-65 Cub": { ...basic, certificate: "sport", ratings: ["tailwheel"] },
  "DA40 NG": null,
};

export function demoRequirements({ model, type }: { model: string; type: AircraftType }): Requirements | null {
  return Object.hasOwn(own, model) ? own[model]! : byClass[type];
}
