// Opens the database, with values in the form of the `shared` schemas.
import knex, { type Knex } from "knex";
import pg from "pg";

export type DatabaseOptions = {
  /** Upper bound of connections; default 10. */
  pool?: number;
  /** Longest time one statement may take, in ms; default 30 000, 0 for none. */
  statementTimeoutMs?: number;
  /** Longest time one statement may wait for a lock, in ms; default 0, for none. */
  lockTimeoutMs?: number;
  /** Name of the connections in pg_stat_activity; default `tailhour`. */
  applicationName?: string;
  /**
   * `url` is PgBouncer in transaction mode: a connection keeps nothing between transactions. Time limits are then those that
   * PgBouncer gives its connections, and no statement has a name.
   */
  isPooled?: boolean;
};

/** Whether a database was opened behind PgBouncer. */
export function isPooled(db: Knex): boolean {
  return (db.client as { config: { userParams?: { isPooled?: boolean } } }).config.userParams?.isPooled ?? false;
}

/**
 * Gives a statement a name, so that each connection parses and plans it once. Its text must be the same for all values, and it must
 * name its columns: a later migration may add one.
 */
export function named<Query extends Knex.QueryBuilder | Knex.Raw>(db: Knex, name: string, query: Query): Query {
  return isPooled(db) ? query : (query.options({ name }) as Query);
}

/**
 * Opens a pool on `url`. Rows have wire types, so no mapping layer is needed.
 * timestamptz becomes an ISO 8601 UTC string with milliseconds, date `YYYY-MM-DD`, numeric a number.
 * bigint becomes a number while exact, else a string.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Knex {
  const { pool = 10, statementTimeoutMs = 30_000, lockTimeoutMs = 0, applicationName = "tailhour" } = options;
  const limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A forgotten open transaction would hold back the change log's horizon for every reader.
    idle_in_transaction_session_timeout: 60_000,
  };
  return knex({
    client: "pg",
    connection: {
      connectionString: url,
      application_name: applicationName,
      // PgBouncer refuses a connection that asks for them.
      ...(!options.isPooled && limits),
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      types: { getTypeParser },
    },
    userParams: { isPooled: options.isPooled },
    pool: { min: 0, max: pool },
    acquireConnectionTimeout: 10_000,
    // Callers get all errors; knex would print them as well.
    log: { error: () => {}, warn: () => {} },
  } as Knex.Config);
}

const { builtins } = pg.types;

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, exactNumber],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [builtins.TIMESTAMPTZ, isoTime],
  [builtins.TIMESTAMP, isoTime],
]);

function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  const ours = format === "binary" ? undefined : parsers.get(oid);
  return ours ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
}

function exactNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

const UTC_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(\+00)?$/;

// The session may use any time zone: the text has its offset; text without one is UTC. Times of UTC, which are most, need no arithmetic.
function isoTime(text: string): string {
  if (UTC_TIME.test(text)) {
    const fraction = text.slice(20, text.endsWith("+00") ? -3 : undefined);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  }
  if (text.endsWith("infinity")) return text;
  const withOffset = /[+-]\d\d(:?\d\d)*$/.test(text) ? text : `${text}+00`;
  const offset = withOffset
    .replace(" ", "T")
    .replace(/([+-]\d\d)$/, "$1:00")
    .replace(/([+-]\d\d):?(\d\d)(:\d\d)?$/, "$1:$2");
  return new Date(offset).toISOString();
}
