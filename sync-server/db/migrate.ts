// Migrates a database to the newest schema, and lists pending migrations.
import type { Knex } from "knex";
import { type Migration, migrations } from "./migrations/index.ts";

// Advisory lock that serializes concurrent migrations of one database.
const LOCK_NUMBER = 7_234_091;

/** Gives knex an explicit list of migrations, so that the bundle, the tests and the knex command run the same. */
export const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...migrations]),
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
  return migrations.map(({ name }) => name).filter((name) => !done.includes(name));
}
