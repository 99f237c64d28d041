// Prepared statements for the busiest queries: parsed and planned once per connection, without the query builder.
// They use separate connections with generic plans, since planning again takes longer than running.
// Behind PgBouncer they have no names: the next transaction of this process may run on another connection.
import type { Knex } from "knex";
import pg from "pg";
import { isPooled } from "./knex.ts";

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
  const behindPooler = isPooled(db);
  const open = (settings: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...client.connectionSettings,
      // Compiling a plan takes longer than running it, and would happen at each run.
      ...(!behindPooler && { options: "-c plan_cache_mode=force_generic_plan -c jit=off" }),
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
  const locking = open({ max: LOCKING_CONNECTIONS, ...(!behindPooler && { lock_timeout: LOCK_TIMEOUT_MS }) });
  return async <Row extends object>({ name, text, locks = false }: PreparedStatement, values: unknown[]) =>
    (await (locks ? locking : reads).query<Row>({ ...(!behindPooler && { name }), text, values })).rows;
}

/** A pool as other packages use it: `query` runs one statement on any connection, behind PgBouncer without its name. */
export function plainPool(db: Knex): { query(statement: pg.QueryConfig): Promise<pg.QueryResult> } {
  const client = db.client as KnexClient;
  const behindPooler = isPooled(db);
  return {
    async query({ name, text, values }) {
      const connection = await client.acquireConnection();
      try {
        return await connection.query({ ...(!behindPooler && { name }), text, values });
      } finally {
        await client.releaseConnection(connection);
      }
    },
  };
}

/** Runs named statements on a transaction's connection. */
export function preparedIn(tx: Knex): RunPrepared {
  const client = tx.client as KnexClient;
  const behindPooler = isPooled(tx);
  return async <Row extends object>({ name, text }: PreparedStatement, values: unknown[]) => {
    const connection = await client.acquireConnection();
    try {
      return (await connection.query<Row>({ ...(!behindPooler && { name }), text, values })).rows;
    } finally {
      await client.releaseConnection(connection);
    }
  };
}
