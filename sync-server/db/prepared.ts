// Prepared statements for the busiest queries: parsed and planned once per connection, without the query builder.
// They use separate connections with generic plans, since planning again takes longer than running.
import type { Knex } from "knex";
import pg from "pg";

export type PreparedStatement = {
  name: string;
  text: string;
  /** The statement takes locks: it runs apart from the reads, so that those never wait, with a short timeout. */
  locks?: boolean;
};

/** Runs a named statement and returns its rows. */
export type RunPrepared = <Row extends object>(statement: PreparedStatement, values: unknown[]) => Promise<Row[]>;

const READ_CONNECTIONS = 6;
const LOCKING_CONNECTIONS = 3;
/** A timed-out statement runs again alone, with the default timeout. */
const LOCK_TIMEOUT_MS = 500;

type KnexClient = {
  connectionSettings: pg.ClientConfig;
  pool: { on(event: "poolDestroyRequest", listener: () => void): void } | null;
  acquireConnection(): Promise<pg.ClientBase>;
  releaseConnection(client: pg.ClientBase): unknown;
};

/** Opens connections for prepared statements; they close with the database's pool. */
export function openPrepared(db: Knex): RunPrepared {
  const client = db.client as KnexClient;
  const open = (settings: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...client.connectionSettings,
      options: "-c plan_cache_mode=force_generic_plan",
      allowExitOnIdle: true,
      ...settings,
    });
    // The next query replaces a lost idle connection; without a listener the error would end the process.
    pool.on("error", () => {});
    client.pool?.on("poolDestroyRequest", () => void pool.end());
    return pool;
  };
  // A pool connects at its first use.
  const reads = open({ max: READ_CONNECTIONS });
  const locking = open({ max: LOCKING_CONNECTIONS, lock_timeout: LOCK_TIMEOUT_MS });
  return async <Row extends object>({ name, text, locks = false }: PreparedStatement, values: unknown[]) =>
    (await (locks ? locking : reads).query<Row>({ name, text, values })).rows;
}

/** Runs named statements on a transaction's connection. */
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
