import { z } from "zod";
import { adminsToo, editCommand, offlineCommand, recordLane } from "../kit/command.ts";
import { defineEntity, drop, patch, put } from "../kit/entity.ts";
import { absentWhenEmpty, anyId, day, id, instant, nothing, requiredText, text, whole } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { owner, verifiedAt } from "./accounts.ts";
import { airfield, homeAirport } from "./airfields.ts";
import { aircraftSorts, aircraftTypes, DEFAULT_PICTURE, listingDefaults, MAX_PICTURES } from "./aircraft-rules.ts";
import type { HomeAirport } from "./airfields/home-airport.ts";
import { requirements } from "./eligibility/requirements.ts";
import { locations } from "./locations.ts";
import { rentalTerms } from "./terms/rental-terms.ts";
import { reviewCard } from "./reviews.ts";
import { reason } from "./safety/audit-fields.ts";
import { pictureInfo } from "./uploads.ts";

const type = z.enum(aircraftTypes, "Choose an aircraft type");

/** All fields of a listing, for its detail page. Speeds in knots, range in nautical miles, rate in whole dollars per hour. */
export const aircraft = defineEntity({
  name: "aircraft",
  key: "id",
  indexes: ["ownerId"],
  schema: z.object({
    id,
    ownerId: id,
    name: z.string(),
    model: z.string(),
    make: z.string(),
    type,
    year: z.string(),
    location: z.string(),
    /** Null for the main airport of the location. */
    airport: homeAirport.nullable(),
    hourlyRate: z.int(),
    minHours: z.int(),
    seats: z.int(),
    cruiseSpeed: z.int(),
    range: z.int(),
    fuelCapacity: z.string(),
    maxWeight: z.string(),
    description: z.string().nullable(),
    imageUrl: z.string(),
    images: z.array(z.string()),
    verified: z.boolean(),
    rating: z.number(),
    reviewCount: z.int(),
    features: z.array(z.string()),
    /** Null while the owner has stated none. */
    terms: rentalTerms.nullable(),
    /** What the owner asks of a pilot. Null while nothing is asked. */
    requirements: requirements.nullable(),
    /** Gate code, key, parking. Only the mirror of the owner has them; absent in a row of the previous version. */
    accessNotes: z.string().nullish(),
    isActive: z.boolean(),
    createdAt: instant,
    rev: z.int(),
  }),
});
export type Aircraft = z.infer<typeof aircraft.schema>;

/** A listing as answers have it, without the access notes. */
export const listing = aircraft.schema.omit({ accessNotes: true });

/** A listing as its page shows it. */
const listedAircraft = listing.extend({ verifiedAt });
export type ListedAircraft = z.infer<typeof listedAircraft>;

/**
 * The fields that the grid, the filters and the map show; the catalogue consists of cards. `imageUrl` is the main picture. The last
 * four say which days are free: see `CardDays`. `photos` counts several photos, so that the page can reserve their places. `airport`
 * is absent for the main one of the location.
 */
export const aircraftCard = aircraft.schema
  .pick({
    id: true,
    ownerId: true,
    name: true,
    make: true,
    model: true,
    year: true,
    type: true,
    location: true,
    hourlyRate: true,
    minHours: true,
    seats: true,
    cruiseSpeed: true,
    range: true,
    imageUrl: true,
    verified: true,
    rating: true,
    reviewCount: true,
    createdAt: true,
  })
  .extend({
    airport: homeAirport.nullish(),
    photos: z.int().optional(),
    closedDays: z.int().optional(),
    fullDays: z.array(z.int()).optional(),
    noticeHours: z.int().optional(),
    horizonDays: z.int().optional(),
  });
type CardFields = z.infer<typeof aircraftCard>;
/** A listing is a card too, so `airport` may be null. */
export type AircraftCard = Omit<CardFields, "airport"> & { airport: HomeAirport | null | undefined };

const picture = z.string().max(300);

/** Null or blank ones remove what was stored. */
export const accessNotes = text(2000).nullable();

const form = {
  name: requiredText(120),
  make: requiredText(120),
  model: requiredText(120),
  year: requiredText(20),
  type,
  location: z.enum(locations, "Choose one of the listed locations"),
  airport: homeAirport.nullable(),
  hourlyRate: whole(1, "Hourly rate must be at least $1"),
  minHours: whole(1, "Minimum hours required"),
  seats: whole(1, "Must have at least 1 seat"),
  cruiseSpeed: whole(1, "Cruise speed required"),
  range: whole(1, "Range required"),
  fuelCapacity: requiredText(60),
  maxWeight: requiredText(60),
  description: text(5000).nullable(),
  imageUrl: picture,
  images: z.array(picture).max(MAX_PICTURES, `At most ${MAX_PICTURES} images`),
  features: z.array(requiredText(60)).max(30, "At most 30 features"),
  terms: rentalTerms.nullable(),
  requirements: requirements.nullable(),
  accessNotes,
};

/** Fields of a new listing. Name, make, model and location are required; the others have defaults. */
export const listingInput = z.object({
  id: id.optional(),
  ...form,
  year: form.year.default(() => String(new Date().getFullYear())),
  type: form.type.default(listingDefaults.type),
  airport: form.airport.default(null),
  hourlyRate: form.hourlyRate.default(listingDefaults.hourlyRate),
  minHours: form.minHours.default(listingDefaults.minHours),
  seats: form.seats.default(listingDefaults.seats),
  cruiseSpeed: form.cruiseSpeed.default(listingDefaults.cruiseSpeed),
  range: form.range.default(listingDefaults.range),
  fuelCapacity: form.fuelCapacity.default(listingDefaults.fuelCapacity),
  maxWeight: form.maxWeight.default(listingDefaults.maxWeight),
  description: form.description.default(null),
  imageUrl: form.imageUrl.default(listingDefaults.imageUrl),
  images: form.images.default([]),
  features: form.features.default([]),
  terms: form.terms.default(null),
  requirements: form.requirements.default(null),
  accessNotes: form.accessNotes.default(null),
});
export type ListingInput = z.infer<typeof listingInput>;

/** Only admins set these. The schema accepts any value, because the server ignores what other users send. */
const admins = z.boolean().optional().catch(undefined);

/**
 * Any subset of the fields; `verified` and `isActive` count only from an admin, `accessNotes` only from the owner. `reason` is for
 * the audit trail.
 */
export const listingChanges = z.object({
  id,
  ...z.object(form).partial().shape,
  verified: admins,
  isActive: admins,
  reason,
});
export type ListingChanges = z.infer<typeof listingChanges>;

const lane = recordLane("aircraft");
const notFound = { id: "aircraft-not-found" } as const;

/** Makes the first picture the main one, as the server does. */
function withMainPicture(fields: Omit<ListingChanges, "id">): Omit<ListingChanges, "id"> {
  if (!fields.images) return fields;
  return { ...fields, imageUrl: fields.images[0] ?? fields.imageUrl ?? DEFAULT_PICTURE };
}

export const aircraftCommands = {
  "aircraft.create": offlineCommand({
    route: "POST /api/aircraft",
    access: "user",
    status: 201,
    input: listingInput,
    result: listing,
    lane,
    creates: { table: "aircraft", owner: "ownerId" },
    countsAsListing: true,
    optimistic: ({ id: _, ...fields }, { id: newAircraftId, me, at }) => [
      put(aircraft, {
        ...fields,
        id: newAircraftId,
        ownerId: me,
        imageUrl: fields.images[0] ?? fields.imageUrl,
        verified: false,
        rating: 0,
        reviewCount: 0,
        isActive: true,
        createdAt: at,
        rev: 0,
      }),
    ],
  }),
  "aircraft.update": adminsToo(
    editCommand({
      route: "PATCH /api/aircraft/:id",
      access: "user",
      input: listingChanges,
      result: listing,
      notFound,
      lane,
      squash: { "aircraft.create": "merge", "aircraft.update": "merge" },
      optimistic: ({ id: aircraftId, reason: _, ...fields }) => [patch(aircraft, aircraftId, withMainPicture(fields))],
    }),
  ),
  "aircraft.delete": adminsToo(
    offlineCommand({
      route: "DELETE /api/aircraft/:id",
      access: "user",
      status: 204,
      input: z.object({ id, reason }),
      fromQuery: ["reason"],
      result: nothing,
      notFound,
      lane,
      squash: { "aircraft.create": "cancel" },
      optimistic: ({ id: aircraftId }) => [drop(aircraft, aircraftId)],
    }),
  ),
};

/** A number in a query string. Text that is no number is an error of its field. */
const number = (problem: string) => absentWhenEmpty(z.coerce.number(problem).int(problem).min(0, problem));

/** Removes repeated types. The SQL text depends on their number, so repeats would create any number of different statements. */
const typeList = z
  .string()
  .transform((list) => [...new Set(list.split(","))].filter((one) => one && one !== "all"))
  .pipe(z.array(type));

export const aircraftListInput = z.object({
  location: absentWhenEmpty(z.string().max(120)),
  types: absentWhenEmpty(typeList),
  minPrice: number("Enter a price in whole dollars"),
  maxPrice: number("Enter a price in whole dollars"),
  seats: number("Enter a number of seats"),
  date: absentWhenEmpty(day),
  ownerId: absentWhenEmpty(id),
  sort: absentWhenEmpty(z.enum(aircraftSorts)),
  cursor: absentWhenEmpty(z.string().max(200)),
  /** `1` asks for the total number of matches, in the header `X-Total-Count`. */
  total: absentWhenEmpty(z.literal("1")),
});
export type AircraftListInput = z.infer<typeof aircraftListInput>;

export const aircraftQueries = {
  "aircraft.list": query({
    route: "GET /api/aircraft",
    access: "guest",
    input: aircraftListInput,
    result: z.array(listing),
  }),
  "aircraft.priceRange": query({
    route: "GET /api/aircraft/price-range",
    access: "guest",
    input: z.object({}),
    result: z.object({ min: z.int(), max: z.int() }),
  }),
  "aircraft.withOwner": query({
    route: "GET /api/aircraft/:id/with-owner",
    access: "guest",
    input: z.object({ id: anyId }),
    // `pictures` holds sizes and placeholders of the listing's uploaded images, to show until each one is loaded. `airfield` has the
    // facts of its airport; it is absent where the data has no such airfield.
    result: z.object({
      aircraft: listedAircraft,
      owner: owner,
      pictures: z.array(pictureInfo).optional(),
      airfield: airfield.optional(),
    }),
  }),
  "aircraft.reviews": query({
    route: "GET /api/aircraft/:id/reviews",
    access: "guest",
    input: z.object({ id: anyId }),
    result: z.array(reviewCard),
  }),
};
export type AircraftWithOwner = z.infer<(typeof aircraftQueries)["aircraft.withOwner"]["result"]>;
