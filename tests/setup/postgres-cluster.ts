// Starts one PostgreSQL for a test run (or uses TEST_DATABASE_URL) and creates a template database with all migrations.
import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Knex } from "knex";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { migrateToLatest } from "../../sync-server/db/migrate.ts";
import { parents, quickParent, removeFolder, temporaryPostgres } from "./temporary.ts";

/** `url`: a database on the server; `template`: the database to copy; `prefix`: start of the names of all copies. */
export type TestCluster = { url: string; template: string; prefix: string };

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends one of a library, which a type cannot
  interface ProvidedContext {
    postgres: TestCluster;
  }
}

type Shared = { users: number; cluster: Promise<{ cluster: TestCluster; stop(): Promise<void> }> };

// Each vitest project loads this file; this variable lets them share one server.
const meeting = globalThis as typeof globalThis & { tailhourTestCluster?: Shared };

const folderName = "tailhour-test";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (meeting.tailhourTestCluster ??= { users: 0, cluster: start() });
  shared.users += 1;
  const { cluster, stop } = await shared.cluster;
  project.provide("postgres", cluster);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete meeting.tailhourTestCluster;
    await stop();
  };
}

async function start() {
  const server = process.env["TEST_DATABASE_URL"] ? external(process.env["TEST_DATABASE_URL"]) : await embedded();
  const prefix = `tailhour_test_${randomBytes(4).toString("hex")}`;
  const template = `${prefix}_template`;
  const admin = openDatabase(server.url, { pool: 1 });
  const stop = async () => {
    const left = await admin<{ datname: string }>("pg_database").whereLike("datname", `${prefix}%`).pluck("datname");
    for (const name of server.disposable ? [] : left)
      await admin.raw("drop database if exists ?? with (force)", [name]);
    await admin.destroy();
    await server.stop();
  };
  try {
    await admin.raw("create database ??", [template]);
    const migrating = openDatabase(databaseAt(server.url, template), { pool: 2 });
    try {
      await migrateToLatest(migrating);
    } finally {
      await migrating.destroy();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { cluster: { url: server.url, template, prefix }, stop };
}

function external(url: string) {
  return { url, disposable: false, stop: () => Promise.resolve() };
}

async function embedded() {
  await removeAbandoned();
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  const { url, stop } = await temporaryPostgres(folderName, settings, quickParent());
  const admin = openDatabase(url, { pool: 1 });
  try {
    await cheapLogins(admin, url);
    return { url, disposable: true, stop };
  } finally {
    await admin.destroy();
  }
}

/** A log-in then computes one hash instead of thousands; a run makes thousands of connections. */
async function cheapLogins(admin: Knex, url: string): Promise<void> {
  const { username, password } = new URL(url);
  await admin.raw("set scram_iterations = 1");
  await admin.raw(`alter role ${username} password '${decodeURIComponent(password)}'`);
}

// Removes what killed runs left behind. A server that is still in use is not removed.
async function removeAbandoned(): Promise<void> {
  const folders = parents.flatMap((parent) =>
    readdirSync(parent)
      .filter((entry) => entry.startsWith(`${folderName}-`))
      .map((entry) => path.join(parent, entry)),
  );
  for (const folder of folders) {
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 60_000) await removeFolder(folder).catch(() => {});
  }
}

/** The URL of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
