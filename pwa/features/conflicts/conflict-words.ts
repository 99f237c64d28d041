// Labels of fields and texts of values for a conflict.
import { airportText, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { requirementsText } from "../../../shared/domain/eligibility/requirements-rules.ts";
import type { WeeklyHours } from "../../../shared/domain/free-hours.ts";
import { instantWords, type InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import { weeklyText } from "../../../shared/domain/hours/texts.ts";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";
import { termsText } from "../../../shared/domain/terms/rental-terms-rules.ts";
import type { EditedField } from "../../../shared/commands.ts";

/** Every field that an edit can change; a missing one does not compile. */
const labels: Readonly<Record<EditedField, string>> = {
  name: "Name",
  make: "Make",
  model: "Model",
  year: "Year",
  type: "Type",
  location: "Location",
  airport: "Home airport",
  hourlyRate: "Hourly rate",
  minHours: "Minimum hours",
  seats: "Seats",
  cruiseSpeed: "Cruise speed",
  range: "Range",
  fuelCapacity: "Fuel capacity",
  maxWeight: "Max weight",
  description: "Description",
  features: "Features",
  terms: "Rental terms",
  requirements: "Requirements",
  accessNotes: "Access notes",
  images: "Pictures",
  imageUrl: "First picture",
  isActive: "Listing",
  bio: "About you",
  avatarUrl: "Picture",
  userType: "Account type",
  types: "Aircraft type",
  minPrice: "Lowest price",
  maxPrice: "Highest price",
  date: "Date",
  words: "Words",
  notify: "New matches",
  verified: "Verified",
  weekly: "Weekly hours",
  noticeHours: "Notice",
  bufferMin: "Buffer",
  horizonDays: "Ask ahead",
  instant: "Accept at once",
};

const ofField: Readonly<Partial<Record<EditedField, (value: unknown) => string>>> = {
  hourlyRate: (value) => `$${String(value)} / hour`,
  cruiseSpeed: (value) => `${String(value)} kts`,
  range: (value) => `${String(value)} nm`,
  minPrice: (value) => `$${String(value)} / hour`,
  maxPrice: (value) => `$${String(value)} / hour`,
  notify: (value) => (value === true ? "Notify me" : "Do not notify me"),
  isActive: (value) => (value === true ? "Shown to everybody" : "Hidden"),
  userType: (value) => (value === "owner" ? "Aircraft Owner" : "Pilot"),
  airport: (value) => airportText(value as HomeAirport),
  terms: (value) => termsText(value as RentalTerms),
  requirements: (value) => requirementsText(value as Requirements),
  weekly: (value) => weeklyText(value as WeeklyHours),
  noticeHours: (value) => `${String(value)} hours`,
  bufferMin: (value) => `${String(value)} minutes`,
  horizonDays: (value) => `${String(value)} days`,
  instant: (value) => instantWords[value as InstantMode],
};

/** False for a field of another version of the app. */
function isKnown(field: string): field is EditedField {
  return Object.hasOwn(labels, field);
}

/** The field's label in its form. */
export function fieldLabel(field: string): string {
  return isKnown(field) ? labels[field] : field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Addresses of the pictures in a picture field; null for every other field. */
export function picturesOf(field: string, value: unknown): readonly string[] | null {
  if (!["images", "imageUrl", "avatarUrl"].includes(field)) return null;
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.filter((one): one is string => typeof one === "string" && one !== "");
}

/** A value as text for the user. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "Nothing";
  if (Array.isArray(value)) return value.length === 0 ? "None" : value.map(String).join(", ");
  const toText = isKnown(field) ? ofField[field] : undefined;
  if (toText) return toText(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}
