// The state of home in its address: filters, date and order, so that back and reload restore them.
import {
  aircraftSorts,
  aircraftTypes,
  type AircraftFilter,
  type AircraftSort,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import { HERE, nearOf, type Near } from "../../../shared/domain/airfields/near.ts";
import type { SearchFilter } from "../../../shared/domain/searches-rules.ts";

/** `distance` is for lists near an airfield, whose order it is unless another is chosen. */
export type HomeSort = AircraftSort | "distance";

/** Everything that determines home's list. `date` is a day `YYYY-MM-DD`. */
export type HomeQuery = {
  location?: string | undefined;
  near?: Near | undefined;
  date?: string | undefined;
  types: readonly AircraftType[];
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  seats?: number | undefined;
  sort: HomeSort;
};

/** What is written in the search form. */
export type SearchInput = {
  location: string;
  /** A day `YYYY-MM-DD`. */
  date: string | undefined;
  type: AircraftType | "all";
};

export const emptyQuery: HomeQuery = { types: [], sort: "newest" };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function wholeNumber(text: string | null): number | undefined {
  if (!text) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Parses an address. Leaves out invalid values instead of failing. `today` drops a date in the past. */
export function parseHomeQuery(params: URLSearchParams, today: string): HomeQuery {
  const wanted = params.get("types")?.split(",") ?? [];
  const sort = params.get("sort");
  const date = params.get("date");
  const near = parseNear(params);
  return {
    near,
    location: params.get("location")?.trim() || undefined,
    date: date && DAY.test(date) && !Number.isNaN(Date.parse(date)) && date >= today ? date : undefined,
    types: aircraftTypes.filter((type) => wanted.includes(type)),
    minPrice: wholeNumber(params.get("minPrice")) || undefined,
    maxPrice: wholeNumber(params.get("maxPrice")) || undefined,
    seats: wholeNumber(params.get("seats")) || undefined,
    sort: aircraftSorts.find((one) => one === sort) ?? (near ? "distance" : "newest"),
  };
}

function parseNear(params: URLSearchParams): Near | undefined {
  const id = params.get("near");
  const near = id === HERE ? { id } : id ? nearOf(id.toUpperCase()) : undefined;
  return near && { id: near.id, within: wholeNumber(params.get("within")) || undefined };
}

/** The query string of an address, without unset values. */
export function writeHomeQuery(query: HomeQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.location) params.set("location", query.location);
  if (query.near) params.set("near", query.near.id);
  if (query.near?.within) params.set("within", String(query.near.within));
  if (query.date) params.set("date", query.date);
  if (query.types.length) params.set("types", query.types.join(","));
  if (query.minPrice) params.set("minPrice", String(query.minPrice));
  if (query.maxPrice) params.set("maxPrice", String(query.maxPrice));
  if (query.seats) params.set("seats", String(query.seats));
  if (query.sort !== (query.near ? "distance" : "newest")) params.set("sort", query.sort);
  return params;
}

export function filterOf({ location, types, minPrice, maxPrice, seats, date }: HomeQuery): AircraftFilter {
  return { location, types: types.length ? types : undefined, minPrice, maxPrice, seats, date };
}

/** The fields of a query that a text of the search field sets. */
export function placeOf(text: string | undefined): Pick<HomeQuery, "location" | "near" | "sort"> {
  const near = nearOf(text ?? "");
  return { location: near ? undefined : text || undefined, near, sort: near ? "distance" : "newest" };
}

/** The address of Home with a saved or recent search. */
export function addressOfSearch({ location, types, minPrice, maxPrice, seats, date }: SearchFilter): string {
  const params = writeHomeQuery({ ...placeOf(location), date, types: types ?? [], minPrice, maxPrice, seats });
  return params.size > 0 ? `/?${params.toString()}` : "/";
}

/** Number of active filters in the panel: types, price and seats count one each. */
export function activeFilters({ types, minPrice, maxPrice, seats }: HomeQuery): number {
  return (
    Number(types.length > 0) + Number(minPrice !== undefined || maxPrice !== undefined) + Number(seats !== undefined)
  );
}

/** The query without the filters of the panel. */
export function withoutFilters(query: HomeQuery): HomeQuery {
  return { ...query, types: [], minPrice: undefined, maxPrice: undefined, seats: undefined };
}

/** A thumb at its end sets no filter. */
export function pricesOf(
  chosen: { min: number; max: number },
  bounds: { min: number; max: number },
): Pick<HomeQuery, "minPrice" | "maxPrice"> {
  return {
    minPrice: chosen.min > bounds.min ? chosen.min : undefined,
    maxPrice: chosen.max < bounds.max ? chosen.max : undefined,
  };
}
