// Statements that run thousands of times a second: parsed and planned once a connection, past the query builder. They have
// connections of their own, because planning them anew, as PostgreSQL likes to when it knows the values, takes longer
// than running them.
import type { Knex } from "knex";
import pg from "pg";

export type PreparedStatement = {
  name: string;
  text: string;
  /** It takes locks: it runs beside the reads, which then never wait for a row, and gives up soon. */
  locks?: boolean;
};

/** Runs a named statement and gives its rows. */
export type RunPrepared = <Row extends object>(statement: PreparedStatement, values: unknown[]) => Promise<Row[]>;

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

/** Opens connections for prepared statements beside a database's own; they end with it. */
export function openPrepared(db: Knex): RunPrepared {
  const client = db.client as KnexClient;
  const open = (settings: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...client.connectionSettings,
      options: "-c plan_cache_mode=force_generic_plan",
      allowExitOnIdle: true,
      ...settings,
    });
    // A connection that breaks while nobody uses it is replaced by the next query; unheard, it would end the process.
    pool.on("error", () => {});
    client.pool?.on("poolDestroyRequest", () => void pool.end());
    return pool;
  };
  // A pool connects when it is first used.
  const reads = open({ max: READ_CONNECTIONS });
  const locking = open({ max: LOCKING_CONNECTIONS, lock_timeout: LOCK_TIMEOUT_MS });
  return async <Row extends object>({ name, text, locks = false }: PreparedStatement, values: unknown[]) =>
    (await (locks ? locking : reads).query<Row>({ name, text, values })).rows;
}

/** Runs named statements on a transaction's own connection. */
export function preparedIn(tx: Knex): RunPrepared {
  const client = tx.client as KnexClient;
  return async <Row extends object>({ name, text }: PreparedStatement, values: unknown[]) => {
    const connection = await client.acquireConnection();
    try {
      return (await connection.query<Row>({ name, text, values })).rows;
    } finally {
      await client.releaseConnection(connection);
    }
  };
}
