// A database in the schema of an earlier version, to test a migration and that version's statements beside this one.
import type { Knex } from "knex";
import { listingDefaults } from "../shared/domain/aircraft-rules.ts";
import { newId } from "../shared/kit/ids.ts";
import { ensureBuckets } from "../sync-server/db/buckets.ts";
import { loadMigrations } from "../sync-server/db/migrate.ts";
import { freshDatabase } from "./postgres.ts";

export type EarlierDatabase = {
  knex: Knex;
  /** Runs the other migrations. */
  migrate(): Promise<void>;
};

/** Creates a database with the migrations before `name`. */
export async function databaseBefore(name: string): Promise<EarlierDatabase> {
  const { knex } = await freshDatabase();
  await knex.raw("drop schema public cascade; create schema public");
  const migrations = await loadMigrations();
  const added = migrations.findIndex((migration) => migration.name === name);
  const run = async (some: typeof migrations) => {
    for (const { up } of some) await knex.transaction((tx) => up(tx));
  };
  await run(migrations.slice(0, added));
  await knex.transaction((tx) => ensureBuckets(tx));
  return { knex, migrate: () => run(migrations.slice(added)) };
}

/** Creates a listing in Denver by the columns of the first version, which had no plans. */
export async function earlierPlane(knex: Knex, ownerId: string): Promise<string> {
  const id = newId();
  const names = { name: "Cessna 172", make: "Cessna", model: "172", year: "2001" };
  const place = { location: "Denver CO", bucket: "denver-co" };
  await knex("aircraft").insert({ id, ownerId, ...names, ...listingDefaults, ...place, hourlyRate: 169 });
  return id;
}
