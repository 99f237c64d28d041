// Columns and visibility of aircraft rows. Every read of listings uses them, because a deleted listing keeps its row.
import type { Knex } from "knex";
import { aircraftCard, listing, type Aircraft, type AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CardDays } from "../../../shared/domain/hours/card-days.ts";
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import { isId } from "../../../shared/kit/ids.ts";
import { isNotHiddenFrom } from "../safety/pairs.ts";

/** The user who reads; null for a guest. */
export type Asker = { id: string; isAdmin: boolean } | null;

/** Each kind of asker has one `isVisibleTo`, so a prepared statement has one name for each. */
export function askerKind(asker: Asker): "guest" | "user" | "admin" {
  if (!asker) return "guest";
  return asker.isAdmin ? "admin" : "user";
}

/** Fields of a full listing. */
export const aircraftFields = Object.keys(listing.shape) as (keyof typeof listing.shape)[];

/** Columns of a full listing, with the table's name. */
export const aircraftColumns = aircraftFields.map((field) => `aircraft.${field}`);

const cardFields = Object.keys(aircraftCard.shape) as (keyof AircraftCard)[];

/** Columns that a card needs. */
export const cardColumns = [...cardFields.filter((field) => field !== "photos"), "images"].map(
  (field) => `aircraft.${field}`,
);

/**
 * SQL condition for what everyone may see: active, not deleted, of an active owner. Few owners are inactive, so the
 * anti-join stays small where a join would read every owner.
 */
export const isPublic = `aircraft."isActive" and aircraft."deletedAt" is null
  and not exists (select from users where users.id = aircraft."ownerId" and not users."isActive")`;

/** A row with `cardColumns`. The days are null where they are the usual ones. */
export type CardRow = Pick<Aircraft, Exclude<keyof AircraftCard, keyof CardDays | "photos"> | "images"> & {
  [Field in keyof CardDays]-?: CardDays[Field] | null;
};

/** Builds a card from its row. Its picture is the processed one; usual days, and the number of a single photo, are left out. */
export function toCard(row: CardRow): AircraftCard {
  const card: Record<string, unknown> = {};
  for (const field of cardFields) {
    const value = field === "photos" ? photosOf(row) : field === "imageUrl" ? cardPicture(row) : row[field];
    if (value !== null) card[field] = value;
  }
  return card as AircraftCard;
}

function photosOf({ images }: CardRow): number | null {
  return images.length > 1 ? images.length : null;
}

/**
 * SQL condition for what a user may see: public ones of owners who are not hidden from them, their own, and all for an admin; `id` is an
 * SQL expression, which it has twice.
 */
export function isVisibleTo(asker: Asker, id: string): string {
  if (asker?.isAdmin) return `aircraft."deletedAt" is null`;
  if (!asker) return isPublic;
  return `((${isPublic} and ${isNotHiddenFrom(id)}) or (aircraft."ownerId" = ${id} and aircraft."deletedAt" is null))`;
}

/** Restricts a query on `aircraft` to what a user may see. */
export function whereVisible(query: Knex.QueryBuilder, asker: Asker): void {
  void query.whereRaw(isVisibleTo(asker, "?"), asker && !asker.isAdmin ? [asker.id, asker.id] : []);
}

/** Returns the listing if this user may see it. A malformed id counts as unknown. */
export async function visibleAircraft(db: Knex, id: string, asker: Asker): Promise<Aircraft | undefined> {
  if (!isId(id)) return undefined;
  return db("aircraft")
    .first(...aircraftColumns)
    .where("aircraft.id", id)
    .modify(whereVisible, asker);
}
