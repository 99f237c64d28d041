// The aircraft list with filters, orders and pages.
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import type { Aircraft, AircraftListInput } from "../../../shared/domain/aircraft.ts";
import { isLocationPart, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Services } from "../../kit/services.ts";
import { isAvailableOn, isPast } from "./free-days.ts";
import { positionText } from "../list-position.ts";
import { isNotHiddenFrom } from "../safety/pairs.ts";
import { readPosition, type PagePosition } from "./page-position.ts";
import { aircraftColumns, isPublic, whereVisible, type Asker } from "./rows.ts";

export const ROWS_A_PAGE = 1000;

/** Above every stored number; larger filter values mean the same and would exceed the column's type. */
const MOST = 2_147_483_647;

type Ordering = { column: "hourlyRate" | "rating"; direction: "asc" | "desc" } | null;

const orderings: Record<AircraftSort, Ordering> = {
  newest: null,
  "price-asc": { column: "hourlyRate", direction: "asc" },
  "price-desc": { column: "hourlyRate", direction: "desc" },
  rating: { column: "rating", direction: "desc" },
};

/** One page of a list, and the next page's cursor if there is one. */
export type AircraftPage = { rows: Aircraft[]; next: string | null };

/**
 * Lists public aircraft that match the filter. With `ownerId` the owner and admins also get inactive ones.
 * @throws DomainError invalid for a past day or a cursor of another order
 */
export async function listAircraft(
  services: Services,
  input: AircraftListInput,
  asker: Asker,
  now: Date,
): Promise<AircraftPage> {
  const sort = input.sort ?? "newest";
  const query = services.db("aircraft").select(...aircraftColumns);
  filter(query, input, asker, now);
  if (input.cursor) startAfter(query, readPosition(input.cursor, sort));
  order(query, orderings[sort]);
  // Inlines the limit and the number of types, because the planner must know the number of rows without the values.
  const rows = await runPlanned(services, query.limit(ROWS_A_PAGE + 1, { skipBinding: true }));
  if (rows.length <= ROWS_A_PAGE) return { rows, next: null };
  const page = rows.slice(0, ROWS_A_PAGE);
  return { rows: page, next: positionText(positionOf(page.at(-1)!, sort)) };
}

/** Counts the whole list. @throws DomainError as the list does */
export async function countAircraft(
  services: Services,
  input: AircraftListInput,
  asker: Asker,
  now: Date,
): Promise<number> {
  const { db } = services;
  const query = db("aircraft").select(db.raw("count(*)::int as count"));
  filter(query, input, asker, now);
  const [row] = await runPlanned<{ count: number }>(services, query);
  return row?.count ?? 0;
}

function filter(query: Knex.QueryBuilder, input: AircraftListInput, asker: Asker, now: Date): void {
  filterOwner(query, input, asker);
  filterPlace(query, input, now);
  filterValues(query, input);
}

/** Equal filters and order give equal SQL text for any values, so PostgreSQL plans it once per connection. */
function runPlanned<Row extends object = Aircraft>(
  { runPrepared }: Services,
  query: Knex.QueryBuilder,
): Promise<Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  const name = `list-${createHash("sha1").update(sql).digest("base64url")}`;
  return runPrepared<Row>({ name, text: sql }, [...bindings]);
}

function filterOwner(query: Knex.QueryBuilder, { ownerId }: AircraftListInput, asker: Asker): void {
  if (ownerId) void query.where("aircraft.ownerId", ownerId);
  if (ownerId && asker && (asker.isAdmin || asker.id === ownerId)) return whereVisible(query, asker);
  void query.whereRaw(isPublic);
  if (asker && !asker.isAdmin) void query.whereRaw(isNotHiddenFrom("?"), [asker.id]);
}

/** Resolves a part of a location's name here, so that the database can look up whole names. */
function filterPlace(query: Knex.QueryBuilder, { location, date }: AircraftListInput, now: Date): void {
  const places: string[] = locations.filter((one) => isLocationPart(location ?? "", one));
  if (date) {
    if (isPast(date, places.length > 0 ? places : locations, now))
      throw new DomainError("invalid", { fields: { date: "Choose a day that is not past" } });
    const free = isAvailableOn(date, places, now);
    void query.whereRaw(free.sql, free.values as Knex.RawBinding[]);
  }
  if (places.length === 1) void query.where("aircraft.location", places[0]!);
  else if (places.length < locations.length) void query.whereRaw("aircraft.location = any(?)", [places]);
}

function filterValues(query: Knex.QueryBuilder, { types, minPrice, maxPrice, seats }: AircraftListInput): void {
  if (types?.length) void query.whereIn("aircraft.type", types);
  if (minPrice !== undefined) void query.where("aircraft.hourlyRate", ">=", Math.min(minPrice, MOST));
  if (maxPrice !== undefined) void query.where("aircraft.hourlyRate", "<=", Math.min(maxPrice, MOST));
  if (seats !== undefined) void query.where("aircraft.seats", ">=", Math.min(seats, MOST));
}

function order(query: Knex.QueryBuilder, by: Ordering): void {
  if (by) void query.orderBy(`aircraft.${by.column}`, by.direction);
  void query.orderBy("aircraft.createdAt", "desc").orderBy("aircraft.id", "desc");
}

function startAfter(query: Knex.QueryBuilder, { sort, value, createdAt, id }: PagePosition): void {
  const by = orderings[sort];
  if (!by || value === undefined) {
    void query.whereRaw(`(aircraft."createdAt", aircraft.id) < (?, ?)`, [createdAt, id]);
    return;
  }
  const beyond = by.direction === "asc" ? ">" : "<";
  // The second condition implies the first, which gives the index a start.
  void query.whereRaw(
    `aircraft.:column: ${beyond}= :value and
     (aircraft.:column: ${beyond} :value or (aircraft."createdAt", aircraft.id) < (:createdAt, :id))`,
    { column: by.column, value, createdAt, id },
  );
}

function positionOf(row: Aircraft, sort: AircraftSort): PagePosition {
  const column = orderings[sort]?.column;
  return { sort, ...(column && { value: row[column] }), createdAt: row.createdAt, id: row.id };
}
