// Telling a database that cannot be reached, or that asks for another try, from one that says no.

/** Codes by which PostgreSQL or the network says that the database is away. */
const awayCodes = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/;

/** Whether an error means that the database, not the statement, is the trouble. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown };
  return (
    (typeof code === "string" && awayCodes.test(code)) ||
    name === "KnexTimeoutError" ||
    (typeof message === "string" && message.startsWith("Connection terminated"))
  );
}

/** A deadlock, a serialization failure or a lock not granted in time: the same again may well succeed. */
export function isLostToAnother(error: unknown): boolean {
  return ["40P01", "40001", "55P03"].includes(String((error as { code?: unknown } | null)?.code));
}
