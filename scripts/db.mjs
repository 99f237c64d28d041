// `npm run db:migrate`, `db:seed`, `db:reset`, `db:restored`, `db:admin`: for the database of DATABASE_URL, or the embedded one.
import "./node-version.cjs";
import { rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { giveUp, install, root } from "./install.mjs";

install();
process.chdir(root);
const { register } = await import("tsx/esm/api");
register();
const { readConfig } = await import("../sync-server/config.ts");
const { openDatabase } = await import("../sync-server/db/knex.ts");
const { migrateToLatest } = await import("../sync-server/db/migrate.ts");
const { removeEmbeddedPostgres, startEmbeddedPostgres } = await import("../sync-server/db/embedded.ts");
const { runSeed } = await import("../sync-server/db/seed/run.ts");

const [task, ...args] = process.argv.slice(2);
const tasks = { migrate, seed, reset, restored, admin };
if (!Object.hasOwn(tasks, task ?? "")) giveUp(`Usage: node scripts/db.mjs ${Object.keys(tasks).join("|")}`);
try {
  await tasks[task](readConfig(process.env));
} catch (error) {
  giveUp(error.message);
}

async function migrate(config) {
  await withDatabase(config, async (knex) => {
    const applied = await migrateToLatest(knex);
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "The database is up to date.");
  });
}

async function seed(config) {
  await withDatabase(config, async (knex) => {
    await migrateToLatest(knex);
    await runSeed(knex, args, (line) => console.log(line));
  });
}

async function reset(config) {
  if (!config.DATABASE_URL) {
    await removeEmbeddedPostgres(embeddedFolder(config));
    // No sweep would ever remove pictures without rows.
    rmSync(path.join(path.resolve(config.DATA_DIR), "objects"), { recursive: true, force: true });
    console.log("The database and its pictures are removed; the next start makes a new one.");
    return;
  }
  const { host, pathname } = new URL(config.DATABASE_URL);
  await confirm(`Remove every table and row of ${pathname.slice(1)} at ${host}?`);
  await withDatabase(config, async (knex) => {
    await knex.raw("drop schema public cascade");
    await knex.raw("create schema public");
    await migrateToLatest(knex);
  });
  console.log("The database is empty and up to date.");
}

/** Run after a restore: devices with newer rows than the database get a full resync. */
async function restored(config) {
  const { renewGeneration } = await import("../sync-server/db/change-log.ts");
  await withDatabase(config, async (knex) => {
    await migrateToLatest(knex);
    await renewGeneration(knex);
  });
  console.log("Every phone starts afresh at its next exchange; what waits in their outboxes is kept.");
}

/** What no admin can do in the app: `npm run db:admin -- make-admin admin@example.com`, or remove-second-factor. */
async function admin(config) {
  const { runOperatorTask } = await import("../sync-server/writes/operator.ts");
  await withDatabase(config, async (knex) => console.log(await runOperatorTask(knex, args)));
}

async function withDatabase(config, work) {
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: embeddedFolder(config), log: (line) => console.log(line) });
  const knex = openDatabase(config.DATABASE_URL ?? embedded.url, {
    pool: 4,
    statementTimeoutMs: 0,
    isPooled: config.DATABASE_POOLED,
  });
  try {
    await work(knex);
  } finally {
    await knex.destroy();
    await embedded?.stop();
  }
}

function embeddedFolder({ DATA_DIR }) {
  return path.join(path.resolve(DATA_DIR), "postgres");
}

async function confirm(question) {
  if (args.includes("--yes")) return;
  if (!process.stdin.isTTY) giveUp(`${question} Say so with: npm run db:reset -- --yes`);
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`${question} Type yes: `);
  asking.close();
  if (answer.trim() !== "yes") giveUp("Nothing was removed.");
}
