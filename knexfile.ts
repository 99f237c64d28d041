// For the knex command line: NODE_OPTIONS='--import tsx' npx knex migrate:status --knexfile knexfile.ts
import path from "node:path";
import type { Knex } from "knex";
import { startEmbeddedPostgres } from "./sync-server/db/embedded.ts";
import { migrationSource } from "./sync-server/db/migrate.ts";

async function databaseUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const folder = path.resolve(import.meta.dirname, process.env.DATA_DIR || ".data");
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres") });
  process.once("exit", () => void postgres.stop());
  return postgres.url;
}

let url: Promise<string> | undefined;

const config: Knex.Config = {
  client: "pg",
  connection: async () => ({ connectionString: await (url ??= databaseUrl()) }),
  pool: { min: 0, max: 4 },
  migrations: { migrationSource },
};

export default config;
