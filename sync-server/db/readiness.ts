// Whether the database answers, asked on a connection that nothing else uses: a pool that is taken says nothing about the database.
import knex, { type Knex } from "knex";
import { pendingMigrations } from "./migrate.ts";

/** For connecting and asking together. */
const TIMEOUT_MS = 2000;

type KnexClient = {
  connectionSettings: Knex.PgConnectionConfig;
  pool: { on(event: "poolDestroyRequest", listener: () => void): void };
};

/** Gives the function that says what a database that was ready is waiting for now. Its connection ends with the pool of `db`. */
export function readinessOf(db: Knex): () => Promise<string[]> {
  const { connectionSettings, pool } = db.client as KnexClient;
  const own = knex({
    client: "pg",
    connection: { ...connectionSettings, application_name: "tailhour-readiness", statement_timeout: TIMEOUT_MS },
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

  // Those who ask at the same moment share one question.
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
