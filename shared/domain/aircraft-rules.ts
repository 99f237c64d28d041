// Pure rules about aircraft for device and server, free of zod: the first bundle loads this file.
import { dayNumber } from "../kit/day-numbers.ts";
import { classDrawings, knownDrawing } from "./pictures/drawings.ts";
import { isFreeOn, type CardDays } from "./hours/card-days.ts";
import type { Placed } from "./locations.ts";

export const aircraftTypes = ["single-engine", "multi-engine", "turboprop", "jet"] as const;
export type AircraftType = (typeof aircraftTypes)[number];

export const aircraftSorts = ["newest", "price-asc", "price-desc", "rating"] as const;
export type AircraftSort = (typeof aircraftSorts)[number];

/** The filters of Home. Prices in whole dollars per hour, both ends included; `seats` is a minimum. */
export type AircraftFilter = {
  location?: string | undefined;
  types?: readonly AircraftType[] | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  seats?: number | undefined;
  /** A day `YYYY-MM-DD` on which the aircraft must be free. */
  date?: string | undefined;
};

/** The fields of a card that filters and sort orders read. */
export type FilteredFields = {
  id: string;
  location: string;
  type: AircraftType;
  hourlyRate: number;
  seats: number;
  rating: number;
  createdAt: string;
};

export const DEFAULT_PICTURE = "/illustrations/default-aircraft.svg";
export const MAX_PICTURES = 6;
/** Number of cards in Home's HTML. The device also stores them apart, to paint before it has loaded the catalogue. */
export const FIRST_CARDS = 24;
export const SEAT_CHOICES = [2, 4, 6] as const;
export const PRICE_STEP = 10;
export const defaultPriceRange = { min: 50, max: 1200 };

/** Texts and defaults of the form for a new listing. */
export const listingDefaults = {
  type: "single-engine" as AircraftType,
  hourlyRate: 150,
  minHours: 2,
  seats: 4,
  cruiseSpeed: 120,
  range: 400,
  fuelCapacity: "50 gal",
  maxWeight: "2,500 lbs",
  imageUrl: DEFAULT_PICTURE,
};

const DEMO_ENDING = " - Demo Data";

/** Splits a demo listing's name, because the screen shows the ending smaller: `["Cessna 310R", " - Demo Data"]`. */
export function demoNameParts(name: string): [name: string, ending: string] {
  return name.endsWith(DEMO_ENDING) ? [name.slice(0, -DEMO_ENDING.length), DEMO_ENDING] : [name, ""];
}

type Pictured = { name: string; imageUrl: string; images: readonly string[]; type?: AircraftType };

/**
 * The main picture of a listing: the first of `images`, else the drawing of a demo listing's aircraft, else `imageUrl`, else the
 * drawing of its class.
 */
export function cardPicture(plane: Pictured): string {
  const [name, ending] = demoNameParts(plane.name);
  return plane.images[0] ?? ((ending && knownDrawing(name)) || stockPicture(plane));
}

/** `imageUrl`, with the drawing of the class in place of the picture for all. */
function stockPicture({ imageUrl, type }: Omit<Pictured, "images">): string {
  if (imageUrl && imageUrl !== DEFAULT_PICTURE) return imageUrl;
  return type ? classDrawings(type)[0] : DEFAULT_PICTURE;
}

/** The picture to show for a listing or a card. A card has no `images`: its `imageUrl` is the main picture already. */
export function shownPicture({ images, ...plane }: Omit<Pictured, "images"> & Partial<Pictured>): string {
  return images ? cardPicture({ ...plane, images }) : stockPicture(plane);
}

/** Normalizes a location for comparison: `Denver, CO` and ` denver  co` become `denver co`. */
export function normalizedLocation(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[\s,]+/g, " ")
    .trim();
}

/** Whether the typed text occurs in a location's name; empty text occurs in every name. */
export function isLocationPart(typed: string, location: string): boolean {
  return normalizedLocation(location).includes(normalizedLocation(typed));
}

/** Whether an aircraft matches a filter now. */
export function matchesFilter(
  plane: Omit<FilteredFields, "id" | "rating" | "createdAt"> & CardDays & Placed,
  filter: AircraftFilter,
): boolean {
  if (filter.date && !isFreeOn(plane, dayNumber(filter.date), Date.now())) return false;
  if (filter.location && !isLocationPart(filter.location, plane.location)) return false;
  if (filter.types?.length && !filter.types.includes(plane.type)) return false;
  if (filter.minPrice !== undefined && plane.hourlyRate < filter.minPrice) return false;
  if (filter.maxPrice !== undefined && plane.hourlyRate > filter.maxPrice) return false;
  return filter.seats === undefined || plane.seats >= filter.seats;
}

function newestFirst(a: FilteredFields, b: FilteredFields): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Compares two aircraft. The newest wins ties, then the id, so every list has a total order. */
export const compareAircraft: Record<AircraftSort, (a: FilteredFields, b: FilteredFields) => number> = {
  newest: newestFirst,
  "price-asc": (a, b) => a.hourlyRate - b.hourlyRate || newestFirst(a, b),
  "price-desc": (a, b) => b.hourlyRate - a.hourlyRate || newestFirst(a, b),
  rating: (a, b) => b.rating - a.rating || newestFirst(a, b),
};

/** Bounds of the price slider: the server's price range, rounded outward to the step. */
export function sliderBounds(range: { min: number; max: number }): {
  min: number;
  max: number;
} {
  return {
    min: Math.floor(range.min / PRICE_STEP) * PRICE_STEP,
    max: Math.ceil(range.max / PRICE_STEP) * PRICE_STEP,
  };
}

/** `single-engine` → `single engine` */
export function typeLabel(type: string): string {
  return type.replaceAll("-", " ");
}

/** Splits typed features at commas, trims them and drops empty ones. */
export function parseFeatures(typed: string): string[] {
  return typed
    .split(",")
    .map((feature) => feature.trim())
    .filter(Boolean);
}

/** Who may change or delete a listing: its owner or an admin. */
export function mayEdit(plane: { ownerId: string }, person: { id: string; isAdmin: boolean } | null): boolean {
  return person !== null && (person.isAdmin || person.id === plane.ownerId);
}
