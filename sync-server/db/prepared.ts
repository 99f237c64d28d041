// Statements that run thousands of times a second: parsed and planned once a connection, past the query builder. They have
// connections of their own, because planning them anew, as PostgreSQL likes to when it knows the values, takes longer
// than running them.
import type { Knex } from "knex";
import pg from "pg";

export type Prepared = {
  name: string;
  text: string;
  /** It takes locks: it runs beside the reads, which then never wait for a row, and gives up soon. */
  locks?: boolean;
};

const READ_CONNECTIONS = 6;
const LOCKING_CONNECTIONS = 3;
/** What gives up here is run again by itself, with the usual patience. */
const LOCK_TIMEOUT_MS = 500;

type KnexClient = {
  connectionSettings: pg.ClientConfig;
  pool: { on(event: "poolDestroyRequest", listener: () => void): void } | null;
  acquireConnection(): Promise<pg.ClientBase>;
  releaseConnection(client: pg.ClientBase): unknown;
};

type Pools = Map<boolean, pg.Pool>;
const pools = new WeakMap<KnexClient, Pools>();

function poolOf(client: KnexClient, locks: boolean): pg.Pool {
  const own: Pools = pools.get(client) ?? new Map<boolean, pg.Pool>();
  pools.set(client, own);
  const known = own.get(locks);
  if (known) return known;
  const pool = new pg.Pool({
    ...client.connectionSettings,
    options: "-c plan_cache_mode=force_generic_plan",
    max: locks ? LOCKING_CONNECTIONS : READ_CONNECTIONS,
    allowExitOnIdle: true,
    ...(locks && { lock_timeout: LOCK_TIMEOUT_MS }),
  });
  // A connection that breaks while nobody uses it is replaced by the next query; unheard, it would end the process.
  pool.on("error", () => {});
  client.pool?.on("poolDestroyRequest", () => void pool.end());
  own.set(locks, pool);
  return pool;
}

/** Runs a named statement, inside the transaction when `db` is one. */
export async function runPrepared<Row extends object>(
  db: Knex,
  { name, text, locks = false }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const client = db.client as KnexClient;
  if (!db.isTransaction) return (await poolOf(client, locks).query<Row>({ name, text, values })).rows;
  const connection = await client.acquireConnection();
  try {
    return (await connection.query<Row>({ name, text, values })).rows;
  } finally {
    await client.releaseConnection(connection);
  }
}
