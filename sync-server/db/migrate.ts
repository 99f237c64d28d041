// Migrates a database to the newest schema, and lists pending migrations.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Knex } from "knex";
import { isLockTimeout } from "./database-errors.ts";

/** An index of a table that may be large. `on`: table and columns as in `create index … on`. */
export type LargeIndex = { name: string; on: string };

type Steps = {
  /** Built before `up`, without a lock that holds up writes. */
  indexes?: readonly LargeIndex[];
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
};
export type Migration = Steps & { name: string };

/** Each migration is a file with a number. The build compiles each alone, into the folder beside the server's file. */
const folder = path.join(import.meta.dirname, "migrations");

/** Longest wait of a migration for a lock: while it waits, later writes of the table wait behind it. */
const LOCK_WAIT_MS = 250;
/** Pause before the next try, in which those writes run. */
const LOCK_PAUSE_MS = 250;
/** How long a migration tries to get its locks. */
const LONGEST_TRY_MS = 120_000;

// Advisory lock that serializes concurrent migrations of one database.
const LOCK_NUMBER = 7_234_091;

/** Names of all migrations by number, such as `0001-foundation`. The database stores them. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map((file) => path.parse(file).name);
}

/** Loads all migrations, by number. */
export async function loadMigrations(): Promise<Migration[]> {
  const load = async (file: string) => {
    const { indexes = [], up, down } = (await import(pathToFileURL(path.join(folder, file)).href)) as Steps;
    return {
      name: path.parse(file).name,
      indexes,
      async up(knex: Knex) {
        for (const { name, on } of indexes) await knex.raw(`create index if not exists ${name} on ${on}`);
        await up(knex);
      },
      down,
    };
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
        await knex.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`);
        await migration.up(knex);
      },
      down: (knex: Knex) => migration.down(knex),
    }),
};

/**
 * Applies pending migrations and returns their names, each in its transaction. With several callers, one works and the
 * others wait. Needs a pool of at least two connections.
 */
export async function migrateToLatest(knex: Knex): Promise<string[]> {
  return knex.transaction(async (lock) => {
    await lock.raw("set local statement_timeout = 0");
    await lock.raw("set local lock_timeout = 0");
    await lock.raw("set local idle_in_transaction_session_timeout = 0");
    while (!(await tryLock(lock))) await delay(LOCK_PAUSE_MS);
    const pending = await pendingMigrations(lock);
    // Reading the files takes time that most starts need not spend.
    const all = pending.length > 0 ? await loadMigrations() : [];
    for (const name of pending) {
      for (const index of all.find((migration) => migration.name === name)?.indexes ?? []) await build(knex, index);
      await oncePossible(() => knex.migrate.up({ migrationSource, name }));
    }
    return pending;
  });
}

/**
 * Tries and does not wait: an index that another process builds waits for every running statement. A statement with parameters
 * would keep its snapshot until the next one, and the index would wait for that too.
 */
async function tryLock(tx: Knex): Promise<boolean> {
  const text = `select pg_try_advisory_xact_lock(${LOCK_NUMBER}) as "isLocked"`;
  const { rows } = await tx.raw<{ rows: { isLocked: boolean }[] }>(text);
  return rows[0]?.isLocked ?? false;
}

/** Runs a migration again until it gets its locks. @throws the last lock timeout */
async function oncePossible(run: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + LONGEST_TRY_MS; ; await delay(LOCK_PAUSE_MS)) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error;
    }
  }
}

type Connection = { query(text: string, values?: unknown[]): Promise<{ rows: { isValid: boolean }[] }> };
type Connections = {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
};

/** Builds an index while others write. One that an earlier try left unfinished is built anew. */
async function build(knex: Knex, { name, on }: LargeIndex): Promise<void> {
  const connections = knex.client as Connections;
  const connection = await connections.acquireConnection();
  try {
    // It waits for running transactions, and holds up nobody meanwhile.
    await connection.query("set lock_timeout = 0");
    await connection.query("set statement_timeout = 0");
    const known = `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`;
    const [found] = (await connection.query(known, [name])).rows;
    if (found?.isValid) return;
    if (found) await connection.query(`drop index concurrently ${name}`);
    await connection.query(`create index concurrently ${name} on ${on}`);
  } finally {
    await connection.query("reset lock_timeout");
    await connection.query("reset statement_timeout");
    await connections.releaseConnection(connection);
  }
}

/** Returns the names of pending migrations, in order. Reads only. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const { rows: tables } = await knex.raw<{ rows: { present: boolean }[] }>(
    "select to_regclass('knex_migrations') is not null as present",
  );
  const done = tables[0]?.present ? await knex<{ name: string }>("knex_migrations").pluck("name") : [];
  return (await migrationNames()).filter((name) => !done.includes(name));
}
