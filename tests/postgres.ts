// Creates a database for a test file: a copy of the migrated template.
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { afterAll, inject } from "vitest";
import { openDatabase } from "../sync-server/db/knex.ts";
import { databaseAt } from "./setup/postgres-cluster.ts";

export type FreshDatabase = {
  /** A pool on the new database; `drop` closes it. */
  knex: Knex;
  /** URL of the new database, for servers that connect themselves. */
  url: string;
  /** Closes the pool and removes the database, despite open connections. Runs automatically after the file's tests. */
  drop(): Promise<void>;
};

/** Creates a database with all migrations and no data. Call it at the top of a file, or in a hook or test. */
export async function freshDatabase({ pool = 10 } = {}): Promise<FreshDatabase> {
  const cluster = inject("postgres");
  const name = `${cluster.prefix}_${randomBytes(6).toString("hex")}`;
  const admin = adminOf(cluster.url);
  // The other strategy logs each page, which costs several times as much.
  await admin.raw("create database ?? template ?? strategy file_copy", [name, cluster.template]);
  const url = databaseAt(cluster.url, name);
  const knex = openDatabase(url, { pool });
  let dropping: Promise<void> | undefined;
  const drop = () =>
    (dropping ??= (async () => {
      await knex.destroy();
      await admin.raw("drop database if exists ?? with (force)", [name]);
    })());
  open.push(drop);
  return { knex, url, drop };
}

const open: (() => Promise<void>)[] = [];

afterAll(async () => {
  await Promise.all(open.splice(0).map((drop) => drop()));
});

/**
 * The connection that creates and drops all databases of this process. Files load this module anew and share it: a connection
 * costs as much processor time as a copy.
 */
function adminOf(url: string): Knex {
  const kept = globalThis as typeof globalThis & { tailhourAdmin?: Knex };
  return (kept.tailhourAdmin ??= openDatabase(url, { pool: 1 }));
}
