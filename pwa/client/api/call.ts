// Calls the REST interface: `call` runs a command, `read` a query. Commands that may wait offline use the queue
// instead.
import type { CommandInput, CommandName, CommandResult } from "../../../shared/commands.ts";
import type { QueryInput, QueryResult } from "../../../shared/queries.ts";
import type { Command } from "../../../shared/kit/command.ts";
import type { FieldProblems } from "../../../shared/kit/errors.ts";
import { fillPath, splitRoute } from "../../../shared/kit/routes.ts";
import { paths, queryRoutes, type ReadName } from "../../device/transport/paths.ts";
import { noteReachable } from "./online.ts";
import { storedToken } from "../session/stored-session.ts";

/** Milliseconds to wait for a response. */
const TIMEOUT_MS = 20_000;

/**
 * Longest body, in characters, sent with `keepalive`. The browser finishes it after the page closes, but all together
 * only 64 KiB.
 */
const MAX_KEEPALIVE_CHARS = 8192;

/** A call that failed. `status` is 0 when no response came, because there is no network or the time ran out. */
export class ApiError extends Error {
  readonly status: number;
  /** The refusal's code for programs; `offline` without a response, empty when the server sent none. */
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

// Loaded on demand: the commands include zod schemas, which the first view does not need.
const loadCommands = () => import("../../../shared/commands.ts");

/** Loads what a call needs, so that a call right before the page closes is sent. Offline it fails quietly; never rejects. */
export async function prepareCalls(): Promise<void> {
  await loadCommands().catch(() => undefined);
}

/** Calls one command by its name. Throws ApiError. */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandResult<Name>> {
  // Read before the first `await`, because a sign-out removes the token at once.
  const token = storedToken();
  const { commands } = await loadCommands();
  const [method, template] = splitRoute(commands[name].route);
  const { path, rest } = fillPath(template, input);
  const isDelete = method === "DELETE";
  const { fromQuery = [] }: Command = commands[name];
  // A DELETE has in its body what the server does not read from the address, such as an admin's reason.
  const isInAddress = (field: string) => isDelete && fromQuery.includes(field);
  const fields = Object.entries(rest);
  const address = withQuery(path, Object.fromEntries(fields.filter(([field]) => isInAddress(field))));
  const body = Object.fromEntries(fields.filter(([field]) => !isInAddress(field)));
  const hasBody = Object.keys(body).length > 0 || !(method === "POST" || isDelete);
  return (await send(method, address, token, hasBody ? body : undefined)) as CommandResult<Name>;
}

/** Reads one query by its name. Throws ApiError. */
export async function read<Name extends ReadName>(name: Name, input: QueryInput<Name>): Promise<QueryResult<Name>> {
  return (await readPath(queryPath(name, input))) as QueryResult<Name>;
}

/**
 * Reads JSON from a path, or from parts joined with a slash. Throws ApiError. With `on401: "null"` it returns null when
 * there is no session.
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

/** Reads bytes that no cache keeps. Throws ApiError. */
export async function readBytes(path: string): Promise<Blob> {
  return await (await fetchResponse("GET", path, storedToken())).blob();
}

export type Page<Rows> = {
  rows: Rows;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
  /** The number of all matches; null where the query does not count them. */
  total: number | null;
};

/** Reads one page of a list query. `signal` aborts it. Throws ApiError. */
export async function readPage<Name extends ListName>(
  name: Name,
  input: QueryInput<Name>,
  signal?: AbortSignal,
): Promise<Page<QueryResult<Name>>> {
  const response = await fetchResponse("GET", queryPath(name, input), storedToken(), undefined, signal);
  const total = response.headers.get("X-Total-Count");
  return {
    rows: (await response.json()) as QueryResult<Name>,
    next: nextCursor(response.headers.get("Link")),
    total: total === null ? null : Number(total),
  };
}

/** The cursor in the next page's address, which a `Link` header contains. */
function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]+)>\s*;\s*rel="next"/)?.[1];
  return address === undefined ? null : new URL(address, location.origin).searchParams.get("cursor");
}

/** The queries that return a list in pages. */
type ListName = {
  [Name in ReadName]: QueryResult<Name> extends readonly unknown[] ? Name : never;
}[ReadName];

type QueryValue = string | number | boolean | null | undefined | readonly string[];

/** The path of a query: path parameters filled in, the rest as query string. Empty values are left out. */
function queryPath<Name extends ReadName>(name: Name, input: QueryInput<Name>): string {
  const { path, rest } = fillPath(splitRoute(queryRoutes[name])[1], input);
  return withQuery(path, rest);
}

/** Empty values are left out. */
function withQuery(path: string, fields: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(fields as Record<string, QueryValue>)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") params.set(key, text);
  }
  const query = params.toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The path of the audit trail as a file, with the filters of the screen. */
export function auditFilePath(filters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filters).toString();
  return query === "" ? paths.auditFile : `${paths.auditFile}?${query}`;
}

/**
 * The path of one address in the demo mailbox. Only the demo server has this query, so the contract does not list it.
 */
export function demoMailPath(address: string): string {
  return `${paths.demoMail}?to=${encodeURIComponent(address)}`;
}

async function send(method: string, path: string, token: string | null, body?: unknown): Promise<unknown> {
  const response = await fetchResponse(method, path, token, body);
  return response.status === 204 ? undefined : response.json();
}

async function fetchResponse(
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
      signal: withTimeout(signal),
      // The browser finishes the request even if the user closes the page right after the tap.
      keepalive: method !== "GET" && (sent?.length ?? 0) <= MAX_KEEPALIVE_CHARS,
      ...(sent === undefined ? {} : { body: sent }),
    });
  } catch {
    if (!signal?.aborted) noteReachable(false);
    throw new ApiError("No connection to Tailhour. Please try again.", 0, "offline");
  }
  noteReachable(true);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Aborts a request after the timeout, or when its caller aborts it. */
function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  if (!signal) return limit;
  // Browsers older than 2024 cannot combine two signals, so they use only the caller's.
  const { any } = AbortSignal as { any?: typeof AbortSignal.any };
  return any ? any.call(AbortSignal, [signal, limit]) : signal;
}

/** The error field of a JSON body, else the body text, else the status text. */
async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  try {
    const body = JSON.parse(text) as { error?: unknown; code?: unknown; fields?: unknown };
    if (typeof body.error === "string" && body.error) {
      const code = typeof body.code === "string" ? body.code : "";
      return new ApiError(body.error, response.status, code, (body.fields ?? {}) as FieldProblems);
    }
  } catch {
    // Not JSON: an HTML page of a proxy, or plain text.
  }
  return new ApiError(text || response.statusText, response.status);
}
