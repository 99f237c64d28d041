// The log: JSON lines on stderr. Error messages omit values, since those may be personal.
import { pino, type DestinationStream, type Logger } from "pino";
import type { Config } from "./config.ts";

type ErrorFields = { code?: unknown; constraint?: unknown; table?: unknown; column?: unknown; routine?: unknown };

/** Removes mail addresses, and values that PostgreSQL quotes. */
function withoutValues(text: string): string {
  return text
    .replaceAll(/[^\s<>"'()=]+/g, (word) => (word.slice(1, -1).includes("@") ? "[address]" : word))
    .replaceAll(/(invalid input syntax for type \w+: ).*/g, "$1[value]");
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, column, routine } = error as ErrorFields;
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ""),
    code,
    constraint,
    table,
    column,
    routine,
  };
}

/** @param destination receives the lines; stderr when absent */
export function createLog({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">, destination?: DestinationStream): Logger {
  return pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: ["password", "token", "email", "*.password", "*.token", "*.email"], censor: "[hidden]" },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}
