import type { Knex } from "knex";
import { owner as ownerSchema, type Owner } from "../../../shared/domain/accounts.ts";
import type { Aircraft, aircraftQueries, AircraftWithOwner } from "../../../shared/domain/aircraft.ts";
import { DEFAULT_PRICE_RANGE } from "../../../shared/domain/aircraft-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../reads/handler.ts";
import { reviewCardsOf } from "../reviews/queries.ts";
import { listAircraft } from "./list.ts";
import { aircraftColumns, aircraftFields, isPublic, visibleAircraft, whereVisible, type Asker } from "./rows.ts";

const ownerFields = Object.keys(ownerSchema.shape) as (keyof Owner)[];

/** Lowest and highest hourly rate of the public aircraft, whole dollars. Both ends come from the price index. */
export async function priceRange(db: Knex): Promise<{ min: number; max: number }> {
  const end = (direction: "asc" | "desc") =>
    `(select "hourlyRate" from aircraft where ${isPublic} order by "hourlyRate" ${direction} limit 1)`;
  const { rows } = await db.raw(`select ${end("asc")} as min, ${end("desc")} as max`);
  const range = rows[0] as { min: number | null; max: number | null };
  return range.min === null || range.max === null ? DEFAULT_PRICE_RANGE : { min: range.min, max: range.max };
}

/** A listing with its owner, if this person may see it; one question to the database. */
export async function aircraftWithOwner(db: Knex, id: string, asker: Asker): Promise<AircraftWithOwner | undefined> {
  if (!isId(id)) return undefined;
  const row: Record<string, unknown> | undefined = await db("aircraft")
    .join("users as owner", "owner.id", "aircraft.ownerId")
    .first(...aircraftColumns, ...ownerFields.map((field) => `owner.${field} as owner ${field}`))
    .where("aircraft.id", id)
    .modify(whereVisible, asker);
  if (!row) return undefined;
  return {
    aircraft: Object.fromEntries(aircraftFields.map((field) => [field, row[field]])) as Aircraft,
    owner: Object.fromEntries(ownerFields.map((field) => [field, row[`owner ${field}`]])) as Owner,
  };
}

export const aircraftResolvers: Resolvers<typeof aircraftQueries> = {
  async "aircraft.list"({ db, me, nextPage }, input) {
    const { rows, next } = await listAircraft(db, input, me, new Date());
    if (next !== null) nextPage({ cursor: next });
    return rows;
  },

  async "aircraft.priceRange"({ db }) {
    return priceRange(db);
  },

  async "aircraft.withOwner"({ db, me }, { id }) {
    const found = await aircraftWithOwner(db, id, me);
    if (!found) throw new DomainError("aircraft-not-found");
    return found;
  },

  async "aircraft.reviews"({ db, me }, { id }) {
    const aircraft = await visibleAircraft(db, id, me);
    if (!aircraft) throw new DomainError("aircraft-not-found");
    return reviewCardsOf(db, "aircraft", aircraft.id);
  },
};
