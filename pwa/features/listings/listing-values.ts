// A listing as form values (all text except the pictures), and their conversion to the command's input. Pure.
import { listingInput, type Aircraft, type ListingInput } from "../../../shared/domain/aircraft.ts";
import { listingDefaults, parseFeatures, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { isSameTerms } from "../../../shared/domain/terms/rental-terms-rules.ts";
import { photosOf } from "../../../shared/domain/pictures/listing-pictures.ts";
import { problemSentence } from "../../../shared/kit/problem-sentence.ts";
import {
  requirementsIn,
  requirementValuesOf,
  type RequirementField,
  type RequirementValues,
} from "./requirement-values.ts";
import { termsIn, termValuesOf, type TermField, type TermValues } from "./term-values.ts";

export type ListingValues = {
  name: string;
  make: string;
  model: string;
  type: AircraftType;
  year: string;
  location: string;
  /** Null for the main airport of the location. Absent in a draft of the previous version. */
  airport?: HomeAirport | null;
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
  /** Absent in a draft of the previous version. */
  terms?: TermValues;
  /** Likewise. */
  requirements?: RequirementValues;
  /** Likewise. Empty in the form of another user's listing. */
  accessNotes?: string;
};

export type ListingField = keyof ListingValues;
export type ListingProblems = Partial<Record<ListingField | TermField | RequirementField, string>>;

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
    airport: null,
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
    terms: {},
    requirements: {},
    accessNotes: "",
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
    airport: plane.airport ?? null,
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
    terms: termValuesOf(plane.terms),
    requirements: requirementValuesOf(plane.requirements),
    accessNotes: plane.accessNotes ?? "",
  };
}

/** The values after a change of one field. In another location the aircraft is at the main airport. */
export function changed<Field extends ListingField>(
  values: ListingValues,
  field: Field,
  value: ListingValues[Field],
): ListingValues {
  const isMove = field === "location" && value !== values.location;
  return { ...values, ...(isMove ? { airport: null } : {}), [field]: value };
}

/** An empty field counts as zero, so that validation reports the minimum. */
function asNumber(typed: string): number {
  return Number(typed.trim().replaceAll(",", ""));
}

/** The input to send, or a problem for each invalid field. */
export function readListing(
  values: ListingValues,
): { form: ListingForm; problems: null } | { form: null; problems: ListingProblems } {
  const { hourlyRate, minHours, seats, cruiseSpeed, range, description, features, ...rest } = values;
  const { terms, requirements, accessNotes = "", ...texts } = rest;
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
      terms: termsIn(terms),
      requirements: requirementsIn(requirements),
      accessNotes: accessNotes.trim() === "" ? null : accessNotes,
    },
    { error: problemSentence },
  );
  if (read.success) return { form: read.data, problems: null };
  const problems: ListingProblems = {};
  for (const { path, message } of read.error.issues) problems[fieldAt(path)] ??= message;
  return { form: null, problems };
}

/** The field of the form at a path of the input; those of terms and requirements have fields of their own. */
export function fieldAt([first, second]: readonly PropertyKey[]): keyof ListingProblems {
  if (first === "imageUrl") return "images";
  const hasOwnFields = first === "terms" || first === "requirements";
  return (hasOwnFields && second !== undefined ? second : first) as keyof ListingProblems;
}

/** Whether two forms have equal values. */
export function isSameListing(a: ListingValues, b: ListingValues): boolean {
  return (Object.keys(a) as ListingField[]).every((field) => {
    if (field === "terms") return isSameTerms(termsIn(a.terms), termsIn(b.terms));
    if (field === "requirements") return isSameTerms(requirementsIn(a.requirements), requirementsIn(b.requirements));
    return JSON.stringify(a[field]) === JSON.stringify(b[field]);
  });
}
