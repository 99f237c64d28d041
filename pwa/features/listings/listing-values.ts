// A listing as form values (all text except the pictures), and their conversion to the command's input. Pure.
import { listingInput, type Aircraft, type ListingInput } from "../../../shared/domain/aircraft.ts";
import { listingDefaults, parseFeatures, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { photosOf } from "../../../shared/domain/pictures/listing-pictures.ts";
import { problemSentence } from "../../../shared/kit/problem-sentence.ts";

export type ListingValues = {
  name: string;
  make: string;
  model: string;
  type: AircraftType;
  year: string;
  location: string;
  hourlyRate: string;
  minHours: string;
  seats: string;
  cruiseSpeed: string;
  range: string;
  fuelCapacity: string;
  maxWeight: string;
  description: string;
  /** Comma separated, as typed. */
  features: string;
  /** Paths, and local ids of pictures not uploaded yet. */
  images: readonly string[];
};

export type ListingField = keyof ListingValues;
export type ListingProblems = Partial<Record<ListingField, string>>;

/** The part of a listing's input that the form provides. */
export type ListingForm = Omit<ListingInput, "id" | "imageUrl">;

export function newListing(year: number): ListingValues {
  return {
    name: "",
    make: "",
    model: "",
    type: listingDefaults.type,
    year: String(year),
    location: "",
    hourlyRate: String(listingDefaults.hourlyRate),
    minHours: String(listingDefaults.minHours),
    seats: String(listingDefaults.seats),
    cruiseSpeed: String(listingDefaults.cruiseSpeed),
    range: String(listingDefaults.range),
    fuelCapacity: listingDefaults.fuelCapacity,
    maxWeight: listingDefaults.maxWeight,
    description: "",
    features: "",
    images: [],
  };
}

/** The form values of a listing or of a saved input. */
export function valuesOf(plane: ListingForm | Aircraft): ListingValues {
  return {
    name: plane.name,
    make: plane.make,
    model: plane.model,
    type: plane.type,
    year: plane.year,
    location: plane.location,
    hourlyRate: String(plane.hourlyRate),
    minHours: String(plane.minHours),
    seats: String(plane.seats),
    cruiseSpeed: String(plane.cruiseSpeed),
    range: String(plane.range),
    fuelCapacity: plane.fuelCapacity,
    maxWeight: plane.maxWeight,
    description: plane.description ?? "",
    features: plane.features.join(", "),
    images: "imageUrl" in plane ? photosOf(plane) : plane.images,
  };
}

/** An empty field counts as zero, so that validation reports the minimum. */
function asNumber(typed: string): number {
  return Number(typed.trim().replaceAll(",", ""));
}

/** The input to send, or a problem for each invalid field. */
export function readListing(
  values: ListingValues,
): { form: ListingForm; problems: null } | { form: null; problems: ListingProblems } {
  const { hourlyRate, minHours, seats, cruiseSpeed, range, description, features, ...texts } = values;
  const read = listingInput.omit({ id: true, imageUrl: true }).safeParse(
    {
      ...texts,
      hourlyRate: asNumber(hourlyRate),
      minHours: asNumber(minHours),
      seats: asNumber(seats),
      cruiseSpeed: asNumber(cruiseSpeed),
      range: asNumber(range),
      description: description.trim() === "" ? null : description,
      features: parseFeatures(features),
    },
    { error: problemSentence },
  );
  if (read.success) return { form: read.data, problems: null };
  const problems: ListingProblems = {};
  for (const { path, message } of read.error.issues) problems[path[0] as ListingField] ??= message;
  return { form: null, problems };
}

/** Whether two forms have equal values. */
export function isSameListing(a: ListingValues, b: ListingValues): boolean {
  return (Object.keys(a) as ListingField[]).every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}
