// Generates docs/api.md from the lists of commands, queries and refusals.
import { z } from "zod";
import { commands } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { refusals } from "../../shared/kit/errors.ts";
import type { Query } from "../../shared/kit/query.ts";
import { queries } from "../../shared/queries.ts";

type JsonSchema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
};

function shape(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(shape))].join(" or ");
  if (schema.type === "array") return `[${shape(schema.items ?? {})}]`;
  if (schema.type === "object") return fields(schema);
  return schema.format ?? [schema.type ?? "anything"].flat().join(" or ");
}

function fields(schema: JsonSchema): string {
  const names = Object.entries(schema.properties ?? {});
  if (names.length === 0) return "{}";
  const listed = names.map(([name, field]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${shape(field)}`);
  return `{ ${listed.join(", ")} }`;
}

function describe(schema: z.ZodType, io: "input" | "output"): string {
  if (schema instanceof z.ZodUndefined) return "no body";
  return shape(z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema);
}

function braces(route: string): string {
  return route.replaceAll(/:([a-zA-Z]+)/g, "{$1}");
}

function section(name: string, spec: Command | Query): string {
  const lines = [`### \`${braces(spec.route)}\``, "", `\`${name}\`, for ${audience[spec.access]}.`, ""];
  lines.push(`- takes \`${describe(spec.input, "input")}\``);
  const status = "status" in spec ? spec.status : 200;
  lines.push(`- answers ${status}, \`${describe(spec.result, "output")}\``);
  if ("offline" in spec) lines.push(`- ${spec.offline ? "can be queued offline" : "needs the network"}`);
  return lines.join("\n");
}

const audience = {
  guest: "everybody",
  user: "signed-in users",
  admin: "admins",
};

/** The content of docs/api.md. */
export function apiDocument(): string {
  const parts = [
    "# API",
    "Generated from `shared/commands.ts`, `shared/queries.ts` and `shared/kit/errors.ts`. `npx vitest run tests/house -u` writes it again.",
    "Requests and responses are JSON. An error is `{ error, code, fields? }`. A command accepts an `Idempotency-Key` (a UUID): a retry returns the first status and record.",
    "## Commands",
    ...Object.entries(commands).map(([name, spec]) => section(name, spec)),
    "## Queries",
    ...Object.entries(queries).map(([name, spec]) => section(name, spec)),
    "## Refusals",
    ["| code | status | sentence |", "|---|---|---|"]
      .concat(Object.entries(refusals).map(([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`))
      .join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}
