// The door to the REST interface: `call` writes, `read` reads. What may wait offline goes through the queue instead.
import type { CommandInput, CommandName, CommandResult } from "../../../shared/commands.ts";
import type { QueryInput, QueryResult } from "../../../shared/queries.ts";
import type { FieldProblems } from "../../../shared/kit/errors.ts";
import { fillPath, splitRoute } from "../../../shared/kit/routes.ts";
import { paths, queryRoutes, type ReadName } from "../../device/transport/paths.ts";
import { noteReach } from "./online.ts";
import { storedToken } from "../session/stored-session.ts";

/** Longest wait for an answer, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Letters of a body up to which a browser finishes sending it for a page that is being left; it takes 64 KiB of all together. */
const MOST_KEPT_ALIVE = 8192;

/** A call that did not succeed. `status` is 0 when no answer came: no network, or none in time. */
export class ApiError extends Error {
  readonly status: number;
  /** The machine word of the refusal; `offline` without an answer, empty when the server sent none. */
  readonly code: string;
  readonly fields: FieldProblems;

  constructor(message: string, status: number, code = "", fields: FieldProblems = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Calls one write of the list by its name. Throws ApiError. */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandResult<Name>> {
  // Taken before anything is waited for: a log-out forgets the token at once.
  const token = storedToken();
  // The list brings its schemas along, which the first view does not need.
  const { commands } = await import("../../../shared/commands.ts");
  const [method, template] = splitRoute(commands[name].route);
  const { path, rest } = fillPath(template, input);
  const hasBody = method !== "DELETE" && (Object.keys(rest).length > 0 || method !== "POST");
  return (await send(method, path, token, hasBody ? rest : undefined)) as CommandResult<Name>;
}

/** Runs one query of the contract. Throws ApiError. */
export async function read<Name extends ReadName>(name: Name, input: QueryInput<Name>): Promise<QueryResult<Name>> {
  return (await readPath(queryPath(name, input))) as QueryResult<Name>;
}

/**
 * Reads JSON from a path, or from parts joined with a slash. Throws ApiError; with `on401: "null"` a missing
 * session answers null instead.
 */
export async function readPath(
  path: string | readonly string[],
  { on401 = "throw" }: { on401?: "throw" | "null" } = {},
): Promise<unknown> {
  try {
    return await send("GET", typeof path === "string" ? path : path.join("/"), storedToken());
  } catch (error) {
    if (on401 === "null" && error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export type Page<Rows> = {
  rows: Rows;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** How many match in all, where the query says so. */
  total: number | null;
};

/** One page of a list query. `signal` gives it up. Throws ApiError. */
export async function readPage<Name extends ListName>(
  name: Name,
  input: QueryInput<Name>,
  signal?: AbortSignal,
): Promise<Page<QueryResult<Name>>> {
  const response = await answerTo("GET", queryPath(name, input), storedToken(), undefined, signal);
  const total = response.headers.get("X-Total-Count");
  return {
    rows: (await response.json()) as QueryResult<Name>,
    next: nextCursor(response.headers.get("Link")),
    total: total === null ? null : Number(total),
  };
}

/** The cursor in the address that a `Link` header names as the next page. */
function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]+)>\s*;\s*rel="next"/)?.[1];
  return address === undefined ? null : new URL(address, location.origin).searchParams.get("cursor");
}

/** The queries that answer a list, page by page. */
type ListName = {
  [Name in ReadName]: QueryResult<Name> extends readonly unknown[] ? Name : never;
}[ReadName];

type QueryValue = string | number | boolean | null | undefined | readonly string[];

/** The path of a query with its input: path parameters filled in, the rest as query string; absent and empty values are left out. */
function queryPath<Name extends ReadName>(name: Name, input: QueryInput<Name>): string {
  const { path, rest } = fillPath(splitRoute(queryRoutes[name])[1], input);
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(rest as Record<string, QueryValue>)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") params.set(key, text);
  }
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The demo mailbox of one address; the query is the demo's alone and not part of the contract. */
export function demoMailPath(address: string): string {
  return `${paths.demoMail}?to=${encodeURIComponent(address)}`;
}

async function send(method: string, path: string, token: string | null, body?: unknown): Promise<unknown> {
  const response = await answerTo(method, path, token, body);
  return response.status === 204 ? undefined : response.json();
}

async function answerTo(
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const sent = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: "include",
      signal: withPatience(signal),
      // What was pressed last counts also when the page is closed right after it.
      keepalive: method !== "GET" && (sent?.length ?? 0) <= MOST_KEPT_ALIVE,
      ...(sent === undefined ? {} : { body: sent }),
    });
  } catch {
    if (!signal?.aborted) noteReach(false);
    throw new ApiError("No connection to Tailhour. Please try again.", 0, "offline");
  }
  noteReach(true);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Ends a request after the longest wait, or when its caller gives it up. */
function withPatience(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  if (!signal) return limit;
  // Browsers older than 2024 cannot join two signals: the caller's own matters more.
  const { any } = AbortSignal as { any?: typeof AbortSignal.any };
  return any ? any.call(AbortSignal, [signal, limit]) : signal;
}

/** The error field of a JSON body, else the raw body text, else the status text. */
async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  try {
    const body = JSON.parse(text) as { error?: unknown; code?: unknown; fields?: unknown };
    if (typeof body.error === "string" && body.error) {
      const code = typeof body.code === "string" ? body.code : "";
      return new ApiError(body.error, response.status, code, (body.fields ?? {}) as FieldProblems);
    }
  } catch {
    // Not JSON: a proxy's page or plain text.
  }
  return new ApiError(text || response.statusText, response.status);
}
