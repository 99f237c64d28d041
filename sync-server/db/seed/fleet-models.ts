// Models for a generated fleet. Speeds in knots, range in nm, rates in whole dollars per hour.
import { grouped } from "../../../shared/kit/counted.ts";
import type { AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { classDrawings, knownDrawing } from "../../../shared/domain/pictures/drawings.ts";

export type FleetModel = {
  make: string;
  model: string;
  type: AircraftType;
  years: readonly [from: number, to: number];
  rates: readonly [from: number, to: number];
  seats: number;
  cruiseSpeed: number;
  range: number;
  fuelCapacity: string;
  maxWeight: string;
  picture: string;
  /** Relative frequency. */
  share: number;
};

type Line = readonly [
  make: string,
  model: string,
  type: AircraftType,
  years: readonly [number, number],
  rates: readonly [number, number],
  seats: number,
  cruiseSpeed: number,
  range: number,
  gallons: number,
  pounds: number,
  share: number,
];

const lines: readonly Line[] = [
  ["Cessna", "150M", "single-engine", [1975, 1977], [95, 140], 2, 106, 420, 26, 1600, 6],
  ["Cessna", "152", "single-engine", [1978, 1985], [105, 150], 2, 107, 415, 26, 1670, 8],
  ["Cessna", "172N Skyhawk", "single-engine", [1977, 1980], [125, 165], 4, 120, 485, 43, 2300, 10],
  ["Cessna", "172S Skyhawk", "single-engine", [1998, 2023], [149, 215], 4, 124, 640, 53, 2550, 14],
  ["Cessna", "182T Skylane", "single-engine", [2001, 2022], [205, 290], 4, 145, 930, 87, 3100, 8],
  ["Cessna", "T206H Stationair", "single-engine", [1999, 2021], [285, 385], 6, 161, 703, 87, 3600, 4],
  ["Piper", "PA-28-140 Cherokee", "single-engine", [1964, 1977], [110, 150], 4, 117, 465, 50, 2150, 6],
  ["Piper", "PA-28-181 Archer III", "single-engine", [1995, 2022], [155, 225], 4, 128, 522, 48, 2550, 8],
  ["Piper", "PA-28R-201 Arrow", "single-engine", [1977, 2009], [185, 245], 4, 137, 880, 72, 2750, 5],
  ["Piper", "PA-18 Super Cub", "single-engine", [1950, 1994], [160, 230], 2, 100, 400, 36, 1750, 3],
  ["Beechcraft", "Bonanza A36", "single-engine", [1970, 2005], [265, 365], 6, 174, 860, 74, 3650, 4],
  ["Mooney", "M20J 201", "single-engine", [1977, 1998], [195, 265], 4, 158, 890, 64, 2740, 4],
  ["Cirrus", "SR20 G6", "single-engine", [2017, 2023], [245, 325], 5, 155, 709, 56, 3150, 5],
  ["Cirrus", "SR22 G5", "single-engine", [2013, 2016], [315, 405], 5, 183, 1049, 92, 3600, 6],
  ["Diamond", "DA40 NG", "single-engine", [2011, 2023], [199, 285], 4, 147, 940, 39, 2888, 6],
  ["Aviat", "A-1C Husky", "single-engine", [2006, 2022], [175, 240], 2, 118, 690, 50, 2250, 2],
  ["Piper", "PA-44-180 Seminole", "multi-engine", [1979, 2022], [295, 395], 4, 162, 770, 108, 3800, 5],
  ["Piper", "PA-34-220T Seneca V", "multi-engine", [1997, 2019], [385, 495], 6, 188, 828, 122, 4750, 3],
  ["Beechcraft", "Baron 58", "multi-engine", [1970, 2015], [445, 595], 6, 200, 1480, 194, 5500, 3],
  ["Diamond", "DA42-VI", "multi-engine", [2012, 2023], [395, 495], 4, 190, 1225, 76, 4407, 4],
  ["Cessna", "310R", "multi-engine", [1975, 1981], [345, 435], 6, 194, 1150, 163, 5500, 2],
  ["Pilatus", "PC-12 NG", "turboprop", [2008, 2019], [1050, 1350], 9, 280, 1803, 402, 10450, 2],
  ["Daher", "TBM 900", "turboprop", [2014, 2016], [1150, 1450], 6, 330, 1730, 292, 7394, 1],
  ["Cessna", "208B Grand Caravan EX", "turboprop", [2013, 2023], [850, 1100], 9, 185, 912, 335, 8807, 2],
  ["Beechcraft", "King Air 250", "turboprop", [2011, 2019], [1350, 1700], 8, 310, 1720, 544, 12500, 1],
  ["Cessna", "Citation M2", "jet", [2013, 2023], [2050, 2500], 7, 404, 1550, 493, 10700, 1],
  ["Embraer", "Phenom 100EV", "jet", [2017, 2023], [2250, 2700], 6, 406, 1178, 418, 10703, 1],
];

export const fleetModels: readonly FleetModel[] = lines.map((line) => {
  const [make, model, type, years, rates, seats, cruiseSpeed, range, gallons, pounds, share] = line;
  const picture = knownDrawing(`${make} ${model}`) ?? classDrawings(type)[0];
  const weight = `${grouped(pounds)} lbs`;
  return {
    ...{ make, model, type, years, rates, seats, cruiseSpeed, range, share },
    ...{ fuelCapacity: `${gallons} gal`, maxWeight: weight, picture },
  };
});

export const equipment = [
  "Garmin G1000",
  "Garmin GTN 750",
  "Garmin GNS 430W",
  "Garmin G5 pair",
  "GFC 500 autopilot",
  "GFC 700 autopilot",
  "ADS-B In/Out",
  "Four headsets",
  "Wet rate",
  "Dry rate",
  "Engine monitor",
  "Tie-down kit",
  "Life vests",
  "Oxygen",
  "Heated hangar",
  "Air conditioning",
] as const;

export const airfields: Readonly<Record<string, readonly string[]>> = {
  "Atlanta GA": ["DeKalb-Peachtree", "Fulton County"],
  "Austin TX": ["Austin Executive", "San Marcos"],
  "Chicago IL": ["Chicago Executive", "DuPage"],
  "Dallas TX": ["Addison", "Dallas Executive"],
  "Denver CO": ["Centennial", "Rocky Mountain Metropolitan"],
  "Los Angeles CA": ["Van Nuys", "Santa Monica"],
  "Miami FL": ["Miami Executive", "Opa-locka"],
  "Phoenix AZ": ["Deer Valley", "Falcon Field"],
  "San Diego CA": ["Montgomery-Gibbs", "Gillespie Field"],
  "San Francisco CA": ["San Carlos", "Palo Alto"],
  "Seattle WA": ["Boeing Field", "Renton"],
};

export const firstNames = [
  "Ada",
  "Ben",
  "Carla",
  "Dev",
  "Elena",
  "Frank",
  "Grace",
  "Hiro",
  "Ines",
  "Jack",
  "Kofi",
  "Lena",
];
export const lastNames = [
  "Abbott",
  "Barros",
  "Chen",
  "Dietrich",
  "Eriksen",
  "Fuentes",
  "Grant",
  "Haddad",
  "Iverson",
  "Jones",
];
