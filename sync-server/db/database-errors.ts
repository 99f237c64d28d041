// Classifies errors of the database: unreachable, conflict, lock timeout, invalid value.

/** Codes of PostgreSQL and the network for an unreachable database. */
const unreachableCodes =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/;

/** Messages pg uses for a lost connection; it sets no code. The query builder puts the statement first. */
const lostConnection =
  /(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|Client (has encountered a connection error|was closed) and is not queryable|timeout (expired|exceeded when trying to connect))$/;

/** Whether an error means that the database is unreachable, not that the statement is wrong. */
export function isUnreachable(error: unknown): boolean {
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown };
  return (
    (typeof code === "string" && unreachableCodes.test(code)) ||
    name === "KnexTimeoutError" ||
    // A statement may end in these words; errors from PostgreSQL have a code.
    (code === undefined && typeof message === "string" && lostConnection.test(message))
  );
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

/** Whether an error is a deadlock or serialization failure, where an immediate retry may succeed. */
export function isConflict(error: unknown): boolean {
  return ["40P01", "40001"].includes(codeOf(error));
}

/** Whether an error is a lock timeout, where a later retry may succeed. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** PostgreSQL's codes for an invalid value: malformed text, times and numbers out of range, or a check constraint. */
const invalidValueCodes = new Set(["22021", "22007", "22008", "22P02", "22003", "23514"]);

/** Whether the value is invalid, so that a retry never succeeds. */
export function isInvalidValue(error: unknown): boolean {
  return invalidValueCodes.has(codeOf(error));
}
