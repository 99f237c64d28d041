import { expect, test } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";
import { openDatabase } from "./knex.ts";
import { migrateToLatest, migrationNames, pendingMigrations } from "./migrate.ts";

const { knex, url } = await freshDatabase();

async function emptied() {
  await knex.raw("drop schema public cascade");
  await knex.raw("create schema public");
}

test("a migrated database has no pending migration", async () => {
  expect(await pendingMigrations(knex)).toEqual([]);
});

test("an empty database has all migrations pending, in order", async () => {
  await emptied();
  expect(await pendingMigrations(knex)).toEqual(await migrationNames());
  const { rows } = await knex.raw<{ rows: { tables: number }[] }>(
    "select count(*) as tables from information_schema.tables where table_schema = 'public'",
  );
  expect(rows[0]?.tables).toBe(0);
});

test("two servers that start concurrently migrate once", async () => {
  await emptied();
  const other = openDatabase(url, { pool: 2 });
  const applied = await Promise.all([migrateToLatest(knex), migrateToLatest(other)]);
  await other.destroy();
  expect(applied.flat()).toEqual(await migrationNames());
  expect(await pendingMigrations(knex)).toEqual([]);
});
