// The rental terms of the demo's aircraft, by class; two aircraft have their own, and one has none.
import type { AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";

const small: RentalTerms = {
  fuel: "wet",
  fuelRepaidCents: 680,
  timeCounted: "hobbs",
  dailyMinHours: 3,
  deposit: 0,
  checkoutTenths: 10,
  checkoutWith: "either",
  insurance: "owner",
  deductible: 1_000,
  weather: "engine-start",
  squawks: "messages",
};

const byClass: Readonly<Record<AircraftType, RentalTerms>> = {
  "single-engine": small,
  "multi-engine": {
    ...small,
    fuel: "dry",
    fuelRepaidCents: undefined,
    deposit: 1_500,
    checkoutTenths: 30,
    deductible: 5_000,
    squawks: "log",
  },
  turboprop: {
    fuel: "dry",
    timeCounted: "hobbs",
    dailyMinHours: 3,
    deposit: 5_000,
    checkoutTenths: 50,
    checkoutWith: "cfi",
    insurance: "renter",
    weather: "two-hours",
    squawks: "log",
  },
  jet: {
    fuel: "dry",
    timeCounted: "hobbs",
    dailyMinHours: 2,
    deposit: 10_000,
    checkoutTenths: 80,
    checkoutWith: "cfi",
    insurance: "renter",
    weather: "day-before",
    squawks: "log",
  },
};

const own: Readonly<Record<string, RentalTerms | null>> = {
  "SR22 G5": { ...small, deposit: 1_000, checkoutTenths: 15, deductible: 2_500 },
  "J-3C-65 Cub": { fuel: "wet", timeCounted: "tach", weather: "engine-start" },
  "DA40 NG": null,
};

export function demoTerms({ model, type }: { model: string; type: AircraftType }): RentalTerms | null {
  return Object.hasOwn(own, model) ? own[model]! : byClass[type];
}
