// Statements that run thousands of times a second: parsed and planned once a connection, past the query builder. They have
// connections of their own, because planning them anew, as PostgreSQL likes to when it knows the values, takes longer
// than running them.
import type { Knex } from "knex";
import pg from "pg";

export type Prepared = { name: string; text: string };

const MOST_CONNECTIONS = 6;

type KnexClient = {
  connectionSettings: pg.ClientConfig;
  pool: { on(event: "poolDestroyRequest", listener: () => void): void } | null;
  acquireConnection(): Promise<pg.ClientBase>;
  releaseConnection(client: pg.ClientBase): unknown;
};

const pools = new WeakMap<KnexClient, pg.Pool>();

function poolOf(client: KnexClient): pg.Pool {
  const known = pools.get(client);
  if (known) return known;
  const pool = new pg.Pool({
    ...client.connectionSettings,
    options: "-c plan_cache_mode=force_generic_plan",
    max: MOST_CONNECTIONS,
    allowExitOnIdle: true,
  });
  // A connection that breaks while nobody uses it is replaced by the next query; unheard, it would end the process.
  pool.on("error", () => {});
  client.pool?.on("poolDestroyRequest", () => void pool.end());
  pools.set(client, pool);
  return pool;
}

/** Runs a named statement, inside the transaction when `db` is one. */
export async function runPrepared<Row extends object>(
  db: Knex,
  { name, text }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const client = db.client as KnexClient;
  if (!db.isTransaction) return (await poolOf(client).query<Row>({ name, text, values })).rows;
  const connection = await client.acquireConnection();
  try {
    return (await connection.query<Row>({ name, text, values })).rows;
  } finally {
    await client.releaseConnection(connection);
  }
}
