// Rows of aircraft as the wire shows them, and who may see which. Every read of listings starts here, because a deleted
// listing keeps its row.
import type { Knex } from "knex";
import { aircraft, aircraftCard, type Aircraft, type AircraftCard } from "../../../shared/domain/aircraft.ts";
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import { isId } from "../../../shared/kit/ids.ts";

/** Who asks; null is a guest. */
export type Asker = { id: string; isAdmin: boolean } | null;

/** Fields of a full listing. */
export const aircraftFields = Object.keys(aircraft.schema.shape) as (keyof Aircraft)[];

/** Columns of a full listing, named by table. */
export const aircraftColumns = aircraftFields.map((field) => `aircraft.${field}`);

/** Columns a card is made from. */
export const cardColumns = [...Object.keys(aircraftCard.shape), "images"].map((field) => `aircraft.${field}`);

/**
 * SQL condition of what everyone may see: active, not deleted, of an active owner. Only a few owners are inactive, so the
 * anti-join stays small where a join would touch every owner.
 */
export const isPublic = `aircraft."isActive" and aircraft."deletedAt" is null
  and not exists (select from users where users.id = aircraft."ownerId" and not users."isActive")`;

const cardFields = Object.keys(aircraftCard.shape) as (keyof AircraftCard)[];

/** A card from a row that has at least `cardColumns`; its picture is the finished choice. */
export function toCard(row: Pick<Aircraft, keyof AircraftCard | "images">): AircraftCard {
  const finished = { ...row, imageUrl: cardPicture(row) };
  return Object.fromEntries(cardFields.map((field) => [field, finished[field]])) as AircraftCard;
}

/** SQL condition of what a person may see: the public, their own, and everything for an admin; `id` stands for their id. */
export function isVisibleTo(asker: Asker, id: string): string {
  if (asker?.isAdmin) return `aircraft."deletedAt" is null`;
  return asker ? `((${isPublic}) or (aircraft."ownerId" = ${id} and aircraft."deletedAt" is null))` : isPublic;
}

/** Narrows a query on `aircraft` to what a person may see. */
export function whereVisible(query: Knex.QueryBuilder, asker: Asker): void {
  void query.whereRaw(isVisibleTo(asker, "?"), asker && !asker.isAdmin ? [asker.id] : []);
}

/** The listing if it exists and this person may see it. A malformed id is an unknown one. */
export async function visibleAircraft(db: Knex, id: string, asker: Asker): Promise<Aircraft | undefined> {
  if (!isId(id)) return undefined;
  return db("aircraft")
    .first(...aircraftColumns)
    .where("aircraft.id", id)
    .modify(whereVisible, asker);
}
