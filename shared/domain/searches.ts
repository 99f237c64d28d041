// Saved searches: filters that a user stores, so that the server can notify about new matches.
import { z } from "zod";
import { editCommand, offlineCommand, recordLane } from "../kit/command.ts";
import { defineEntity, drop, patch, put } from "../kit/entity.ts";
import { day, id, instant, nothing, requiredText, text, whole } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { aircraftTypes } from "./aircraft-rules.ts";
import { LONGEST_SEARCH_NAME, LONGEST_SEARCH_TEXT } from "./searches-rules.ts";

const type = z.enum(aircraftTypes, "Choose an aircraft type");

/** A saved search of one user. In filter fields null, or an empty list of types, means «any». */
export const search = defineEntity({
  name: "searches",
  key: "id",
  schema: z.object({
    id,
    userId: id,
    name: z.string(),
    /** A part of a location's name, as typed on Home. */
    location: z.string().nullable(),
    types: z.array(type),
    /** Whole dollars per hour; both ends included. */
    minPrice: z.int().nullable(),
    maxPrice: z.int().nullable(),
    /** At least that many. */
    seats: z.int().nullable(),
    /** Free on this day, `YYYY-MM-DD`. */
    date: z.string().nullable(),
    /** Each word must occur in the aircraft's name, make, model or year. */
    words: z.string().nullable(),
    /** Whether new matches cause notifications. */
    notify: z.boolean(),
    /** Aircraft that started to match and were announced, since the search was saved. */
    matches: z.int(),
    /** The newest of them: the app shows it once when `matchedAt` is new, and links to the aircraft. All three are null before the first. */
    matchedAircraftId: id.nullable(),
    matchedAircraftName: z.string().nullable(),
    matchedAt: instant.nullable(),
    createdAt: instant,
    rev: z.int(),
  }),
});
export type SavedSearch = z.infer<typeof search.schema>;

/** Typed text; blank text means «any». */
const typed = text(LONGEST_SEARCH_TEXT)
  .trim()
  .nullable()
  .transform((value) => value || null);

const price = whole(0, "Enter a price in whole dollars").nullable();

const form = {
  name: requiredText(LONGEST_SEARCH_NAME, "Name this search"),
  location: typed,
  types: z.array(type).max(aircraftTypes.length),
  minPrice: price,
  maxPrice: price,
  seats: whole(1, "Enter a number of seats").nullable(),
  date: day.nullable(),
  words: typed,
  notify: z.boolean(),
};

/** Only the name is required. */
export const searchInput = z.object({
  id: id.optional(),
  name: form.name,
  location: form.location.default(null),
  types: form.types.default([]),
  minPrice: form.minPrice.default(null),
  maxPrice: form.maxPrice.default(null),
  seats: form.seats.default(null),
  date: form.date.default(null),
  words: form.words.default(null),
  notify: form.notify.default(true),
});
export type SearchInput = z.infer<typeof searchInput>;

/** Any subset of the fields; null removes a filter. */
export const searchChanges = z.object({ id, ...z.object(form).partial().shape });
export type SearchChanges = z.infer<typeof searchChanges>;

const lane = recordLane("search");
const notFound = { id: "search-not-found" } as const;

export const searchesCommands = {
  "searches.save": offlineCommand({
    route: "POST /api/searches",
    access: "user",
    status: 201,
    input: searchInput,
    result: search.schema,
    lane,
    creates: { table: "searches", owner: "userId" },
    optimistic: ({ id: _, ...fields }, { id: searchId, me, at }) => [
      put(search, {
        ...fields,
        id: searchId,
        userId: me,
        matches: 0,
        matchedAircraftId: null,
        matchedAircraftName: null,
        matchedAt: null,
        createdAt: at,
        rev: 0,
      }),
    ],
  }),
  "searches.edit": editCommand({
    route: "PATCH /api/searches/:id",
    access: "user",
    input: searchChanges,
    result: search.schema,
    notFound,
    lane,
    squash: { "searches.save": "merge", "searches.edit": "merge" },
    optimistic: ({ id: searchId, ...fields }) => [patch(search, searchId, fields)],
  }),
  "searches.remove": offlineCommand({
    route: "DELETE /api/searches/:id",
    access: "user",
    status: 204,
    input: z.object({ id }),
    result: nothing,
    notFound,
    lane,
    squash: { "searches.save": "cancel", "searches.edit": "replace" },
    optimistic: ({ id: searchId }) => [drop(search, searchId)],
  }),
};

export const searchesQueries = {
  "searches.list": query({
    route: "GET /api/searches",
    access: "user",
    input: z.object({}),
    result: z.array(search.schema),
  }),
};
