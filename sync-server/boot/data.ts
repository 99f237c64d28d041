// Opens the database: checks its version, migrates, and seeds the demo.
import type { Knex } from "knex";
import type { Shutdown } from "./shutdown.ts";
import type { Config } from "../config.ts";
import { ensureSyncMeta, keepPartitions } from "../db/change-log.ts";
import { openDatabase } from "../db/knex.ts";
import { migrateToLatest } from "../db/migrate.ts";
import { isRecorded, recordStart } from "../db/starts.ts";
import { seedDemo } from "../db/seed/demo.ts";
import { StartError } from "../kit/start-error.ts";

const OLDEST_POSTGRES = 150_000;

/** A command that waits longer for a row lock fails and is retried, so that it returns its connection. */
const LOCK_TIMEOUT_MS = 3000;

/** @throws StartError, EmbeddedDatabaseError: with a one-sentence message for the operator */
export async function openData(
  config: Config,
  url: string,
  { opened, say }: { opened: Shutdown; say: (line: string) => void },
): Promise<Knex> {
  const db = openDatabase(url, {
    pool: config.DATABASE_POOL,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    isPooled: config.DATABASE_POOLED,
  });
  opened.add("connections to the database", () => db.destroy());
  await requireUsable(db, config.DATABASE_URL);
  if (config.DATABASE_POOLED) await requireLimits(db);
  // Runs first: in a restored copy, earlier transactions would count as the original's.
  const marker = await recordStart(db);
  await migrateToLatest(db);
  await keepPartitions(db);
  await ensureSyncMeta(db);
  if (!(await isRecorded(db, marker))) await recordStart(db);
  if (config.DEMO && (await seedDemo(db))) say("The demo data is in place.");
  return db;
}

/** Behind PgBouncer only its configuration can limit how long a statement takes and waits. */
async function requireLimits(db: Knex): Promise<void> {
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "select name from pg_settings where name = any(?) and setting = '0' order by name",
    [names],
  );
  if (rows.length > 0)
    throw new StartError(
      `DATABASE_POOLED: PgBouncer's connections have no ${rows.map(({ name }) => name).join(", ")}: set them in its connect_query, as docs/operating.md shows.`,
    );
}

async function requireUsable(db: Knex, given: string | undefined): Promise<void> {
  let found: Facts;
  try {
    const { rows } = await db.raw<{ rows: Facts[] }>(facts, [[...EXTENSIONS]]);
    found = rows[0]!;
  } catch (error) {
    if (given === undefined) throw error;
    const where = new URL(given).host;
    const { message } = error as Error;
    const help = message.includes("startup parameter") ? " Behind PgBouncer set DATABASE_POOLED=1." : "";
    throw new StartError(`DATABASE_URL: the database at ${where} cannot be used: ${message}.${help}`);
  }
  const problem = problemOf(found);
  if (problem) throw new StartError(`DATABASE_URL: ${problem}`);
}

type Facts = {
  version: number;
  isStandby: boolean;
  encoding: string;
  role: string;
  database: string;
  mayCreate: boolean;
  missing: string[];
};

/** Extensions that the migrations create; PostgreSQL's package has them, some distributions in another one. */
const EXTENSIONS = ["btree_gist", "pg_trgm"];

const facts = `select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as "isStandby",
  current_setting('server_encoding') as encoding, current_user as role, current_database() as database,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
  array(select name from unnest(?::text[]) as name where name not in (select name from pg_available_extensions)) as missing`;

/** Says what makes a database unusable, and what to do; null for none. */
function problemOf({ version, isStandby, encoding, role, database, mayCreate, missing }: Facts): string | null {
  if (version < OLDEST_POSTGRES)
    return `that server is PostgreSQL ${Math.floor(version / 10_000)}, but 15 or newer is needed.`;
  if (isStandby) return "that server is a standby, which cannot be written: name the primary.";
  if (encoding !== "UTF8")
    return `the database ${database} has the encoding ${encoding}: create it with encoding 'UTF8'.`;
  if (!mayCreate)
    return `the role ${role} may not create tables in ${database}: run «grant create on schema public to ${role}» there as its owner.`;
  if (missing.length > 0)
    return `that server lacks the extension ${missing.join(", ")}: install PostgreSQL's package of additional modules, as in postgresql-contrib.`;
  return null;
}
