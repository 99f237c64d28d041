// One way to open the database, with values as the schemas of `shared` want them.
import knex, { type Knex } from "knex";
import pg from "pg";

export type DatabaseOptions = {
  /** Upper bound of connections; default 10. */
  pool?: number;
  /** Longest time one statement may take, in ms; default 30 000, 0 for none. */
  statementTimeoutMs?: number;
  /** Longest time one statement may wait for a lock, in ms; default 0, for none. */
  lockTimeoutMs?: number;
  /** How the connections call themselves in pg_stat_activity; default `tailhour`. */
  applicationName?: string;
};

/**
 * Opens a pool on `url`. Rows come as the wire has them, so there is no mapping layer: timestamptz as an ISO 8601 UTC
 * string with milliseconds, date as `YYYY-MM-DD`, numeric as a number, bigint as a number while that is exact, else a string.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Knex {
  const { pool = 10, statementTimeoutMs = 30_000, lockTimeoutMs = 0, applicationName = "tailhour" } = options;
  return knex({
    client: "pg",
    connection: {
      connectionString: url,
      application_name: applicationName,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      // A transaction whose owner forgot it would hold back the change log's horizon for everyone.
      idle_in_transaction_session_timeout: 60_000,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      types: { getTypeParser },
    },
    pool: { min: 0, max: pool },
    acquireConnectionTimeout: 10_000,
    // What goes wrong is thrown to whoever asked; knex would print it as well.
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

// The session's time zone may be any: the text carries its offset; one without is UTC by the house's rule.
function isoTime(text: string): string {
  if (text.endsWith("infinity")) return text;
  const withOffset = /[+-]\d\d(:?\d\d)*$/.test(text) ? text : `${text}+00`;
  const offset = withOffset
    .replace(" ", "T")
    .replace(/([+-]\d\d)$/, "$1:00")
    .replace(/([+-]\d\d):?(\d\d)(:\d\d)?$/, "$1:$2");
  return new Date(offset).toISOString();
}
