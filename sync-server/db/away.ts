// Telling a database that cannot be reached, or that asks for another try, from one that says no.

/** Codes by which PostgreSQL or the network says that the database is away. */
const awayCodes = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/;

/** What pg says of a line that broke: at once, and to whoever asks on it later. The query builder puts the statement before. */
const brokenLine =
  /(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|Client (has encountered a connection error|was closed) and is not queryable|timeout (expired|exceeded when trying to connect))$/;

/** Whether an error means that the database, not the statement, is the trouble. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown };
  return (
    (typeof code === "string" && awayCodes.test(code)) ||
    name === "KnexTimeoutError" ||
    // A statement may end in these very words; what PostgreSQL says of it has a code.
    (code === undefined && typeof message === "string" && brokenLine.test(message))
  );
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

/** A deadlock or a serialization failure: the same again, at once, may well succeed. */
export function isLostToAnother(error: unknown): boolean {
  return ["40P01", "40001"].includes(codeOf(error));
}

/** A lock that another transaction did not release in time: the same may succeed later. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** PostgreSQL's words for a value it cannot take: text, times and numbers out of bounds, or a rule of a table. */
const unfitCodes = new Set(["22021", "22007", "22008", "22P02", "22003", "23514"]);

/** Whether it is the value that is the trouble: the same again will never succeed. */
export function isUnfitValue(error: unknown): boolean {
  return unfitCodes.has(codeOf(error));
}
