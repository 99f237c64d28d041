// Data of Home's first render: the newest cards, and counts over all public aircraft.
import type { Knex } from "knex";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { aircraftTypes, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { priceRange } from "./queries.ts";
import { cardColumns, isPublic, toCard, type CardRow } from "./rows.ts";

export type HomeData = {
  cards: AircraftCard[];
  total: number;
  priceRange: { min: number; max: number };
  typeCounts: Record<AircraftType, number>;
  /** Locations with aircraft, by name. */
  locations: string[];
};

/** Reads all public aircraft for the counts; callers cache it until the catalogue changes. */
export async function homeData(db: Knex, cardCount: number): Promise<HomeData> {
  const [newest, counts, prices] = await Promise.all([newestCards(db, cardCount), countsByPlace(db), priceRange(db)]);
  const typeCounts = Object.fromEntries(aircraftTypes.map((type) => [type, 0])) as Record<AircraftType, number>;
  for (const { type, count } of counts) typeCounts[type] += count;
  return {
    cards: newest,
    total: counts.reduce((sum, { count }) => sum + count, 0),
    priceRange: prices,
    typeCounts,
    locations: [...new Set(counts.map(({ location }) => location))].sort((a, b) => a.localeCompare(b, "en")),
  };
}

async function newestCards(db: Knex, count: number): Promise<AircraftCard[]> {
  const rows: CardRow[] = await db("aircraft")
    .select(...cardColumns)
    .whereRaw(isPublic)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(count);
  return rows.map(toCard);
}

function countsByPlace(db: Knex): Promise<{ type: AircraftType; location: string; count: number }[]> {
  return db("aircraft")
    .select("type", "location", db.raw("count(*)::int as count"))
    .whereRaw(isPublic)
    .groupBy("type", "location");
}
