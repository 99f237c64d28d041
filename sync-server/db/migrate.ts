// Migrates a database to the newest schema, and lists pending migrations.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Knex } from "knex";

type Steps = { up(knex: Knex): Promise<void>; down(knex: Knex): Promise<void> };
export type Migration = Steps & { name: string };

/** Each migration is a file with a number. The build compiles each alone, into the folder beside the server's file. */
const folder = path.join(import.meta.dirname, "migrations");

// Advisory lock that serializes concurrent migrations of one database.
const LOCK_NUMBER = 7_234_091;

/** Names of all migrations by number, such as `0001-foundation`. The database stores them. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map((file) => path.parse(file).name);
}

/** Loads all migrations, by number. */
export async function loadMigrations(): Promise<Migration[]> {
  const load = async (file: string) => {
    const { up, down } = (await import(pathToFileURL(path.join(folder, file)).href)) as Steps;
    return { name: path.parse(file).name, up, down };
  };
  return await Promise.all((await migrationFiles()).map(load));
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}-.+\.(ts|js)$/.test(file)).sort();
}

/** Gives knex the list of migrations, so that the build, the tests and the knex command run the same. */
export const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: loadMigrations,
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      async up(knex: Knex) {
        await knex.raw("set local statement_timeout = 0");
        await knex.raw("set local lock_timeout = 0");
        await migration.up(knex);
      },
      down: (knex: Knex) => migration.down(knex),
    }),
};

/**
 * Applies pending migrations and returns their names. With several callers, one works and the others wait.
 * Needs a pool of at least two connections.
 */
export async function migrateToLatest(knex: Knex): Promise<string[]> {
  return knex.transaction(async (lock) => {
    await lock.raw("set local statement_timeout = 0");
    await lock.raw("set local lock_timeout = 0");
    await lock.raw("set local idle_in_transaction_session_timeout = 0");
    await lock.raw("select pg_advisory_xact_lock(?)", [LOCK_NUMBER]);
    if ((await pendingMigrations(lock)).length === 0) return [];
    const [, applied] = (await knex.migrate.latest({ migrationSource })) as [number, string[]];
    return applied;
  });
}

/** Returns the names of pending migrations, in order. Reads only. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const { rows: tables } = await knex.raw<{ rows: { present: boolean }[] }>(
    "select to_regclass('knex_migrations') is not null as present",
  );
  const done = tables[0]?.present ? await knex<{ name: string }>("knex_migrations").pluck("name") : [];
  return (await migrationNames()).filter((name) => !done.includes(name));
}
