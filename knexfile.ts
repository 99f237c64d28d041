// For the knex command line: NODE_OPTIONS='--import tsx' npx knex migrate:status --knexfile knexfile.ts
import type { Knex } from "knex";
import { startEmbeddedPostgres } from "./sync-server/db/embedded.ts";
import { migrationSource } from "./sync-server/db/migrate.ts";

async function databaseUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const dataDir = new URL(".data/postgres", import.meta.url).pathname;
  const postgres = await startEmbeddedPostgres({ dataDir });
  process.once("beforeExit", () => void postgres.stop());
  return postgres.url;
}

const config: Knex.Config = {
  client: "pg",
  connection: async () => ({ connectionString: await databaseUrl() }),
  pool: { min: 0, max: 4 },
  migrations: { migrationSource },
};

export default config;
