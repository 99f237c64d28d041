// Checks whether the database responds, on a separate connection, since a full pool says nothing about the database.
import knex, { type Knex } from "knex";
import { isPooled } from "./knex.ts";
import { pendingMigrations } from "./migrate.ts";

/** Time limit for connecting and querying together, in ms. */
const TIMEOUT_MS = 2000;

type KnexClient = {
  connectionSettings: Knex.PgConnectionConfig;
  pool: { on(event: "poolDestroyRequest", listener: () => void): void };
};

/** Returns a function that lists what a ready database waits for now. Its connection closes with the pool of `db`. */
export function readinessOf(db: Knex): () => Promise<string[]> {
  const { connectionSettings, pool } = db.client as KnexClient;
  const own = knex({
    client: "pg",
    connection: {
      ...connectionSettings,
      application_name: "tailhour-readiness",
      ...(!isPooled(db) && { statement_timeout: TIMEOUT_MS }),
    },
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: TIMEOUT_MS,
    log: { error: () => {}, warn: () => {} },
  } as Knex.Config);
  pool.on("poolDestroyRequest", () => void own.destroy());
  let asked: Promise<string[]> | undefined;

  async function ask(): Promise<string[]> {
    try {
      return (await pendingMigrations(own)).length > 0 ? ["migrations"] : [];
    } catch {
      return ["database"];
    }
  }

  // Concurrent callers share one query.
  return () => withinTime((asked ??= ask().finally(() => (asked = undefined))));
}

async function withinTime(answer: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve(["database"]), TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
