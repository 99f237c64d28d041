// Opens the database: starts the embedded one if none is configured, checks the version, migrates, and seeds the demo.
import path from "node:path";
import type { Knex } from "knex";
import type { Shutdown } from "./shutdown.ts";
import type { Config } from "../config.ts";
import { ensureSyncMeta, keepPartitions } from "../db/change-log.ts";
import { LONGEST_STOP_MS, startEmbeddedPostgres } from "../db/embedded.ts";
import { openDatabase } from "../db/knex.ts";
import { migrateToLatest } from "../db/migrate.ts";
import { isRecorded, recordStart } from "../db/starts.ts";
import { seedDemo } from "../db/seed/demo.ts";
import { makeDataFolder } from "../make-folder.ts";
import { StartError } from "../kit/start-error.ts";

const OLDEST_POSTGRES = 150_000;

/** A command that waits longer for a row lock fails and is retried, so that it returns its connection. */
const LOCK_TIMEOUT_MS = 3000;

/** @throws StartError, EmbeddedDatabaseError: with a one-sentence message for the operator */
export async function openData(config: Config, opened: Shutdown, say: (line: string) => void): Promise<Knex> {
  const url = config.DATABASE_URL ?? (await embeddedUrl(config, opened, say));
  const db = openDatabase(url, { pool: config.DATABASE_POOL, lockTimeoutMs: LOCK_TIMEOUT_MS });
  opened.add("connections to the database", () => db.destroy());
  await requireUsable(db, config.DATABASE_URL);
  // Runs first: in a restored copy, earlier transactions would count as the original's.
  const marker = await recordStart(db);
  await migrateToLatest(db);
  await keepPartitions(db);
  await ensureSyncMeta(db);
  if (!(await isRecorded(db, marker))) await recordStart(db);
  if (config.DEMO && (await seedDemo(db))) say("The demo data is in place.");
  return db;
}

async function embeddedUrl({ DATA_DIR }: Config, opened: Shutdown, say: (line: string) => void): Promise<string> {
  const folder = makeDataFolder(DATA_DIR);
  const dataDir = path.join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: say, signal: opened.signal });
  opened.add("database", () => postgres.stop(), { withinMs: LONGEST_STOP_MS, last: true });
  return postgres.url;
}

async function requireUsable(db: Knex, given: string | undefined): Promise<void> {
  let version: number;
  try {
    const { rows } = await db.raw<{ rows: { version: number }[] }>(
      "select current_setting('server_version_num')::integer as version",
    );
    version = rows[0]!.version;
  } catch (error) {
    if (given === undefined) throw error;
    const where = new URL(given).host;
    throw new StartError(`DATABASE_URL: the database at ${where} cannot be used: ${(error as Error).message}.`);
  }
  if (version < OLDEST_POSTGRES)
    throw new StartError(
      `DATABASE_URL: that server is PostgreSQL ${Math.floor(version / 10_000)}, but 15 or newer is needed.`,
    );
}
