// Sends the exchange over HTTP, and checks the structure of every batch that arrives.
import type { Batch, ExchangeAnswer, ExchangeRequest, Outcome } from "../../../shared/sync.ts";
import { paths } from "./paths.ts";
import type { Reply, Transport } from "../sync/ports.ts";

export type HttpTransportOptions = {
  fetch: typeof fetch;
  /** Sent as a bearer token by clients without cookies; the browser app uses its cookie. */
  token?: () => string | null;
};

/** Parses `Retry-After`, in seconds or as a date, to milliseconds; undefined when invalid. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

async function codeOf(response: Response): Promise<string | undefined> {
  try {
    const body = (await response.json()) as { code?: unknown } | null;
    return typeof body?.code === "string" ? body.code : undefined;
  } catch {
    // Not JSON, for example a proxy's page: the status is enough.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Checks the structure of a batch without schemas, because thousands of rows may come at once. Null when it is no batch.
 * Leaves out malformed rows and keys, so that one does not block the others.
 */
export function asBatch(value: unknown): Batch | null {
  if (!isRecord(value)) return null;
  const { from, to, rows, drops } = value;
  if ((from !== null && typeof from !== "string") || typeof to !== "string") return null;
  if (!isRecord(rows) || !isRecord(drops)) return null;
  return { from, to, rows: lists(rows, isRecord), drops: lists(drops, isKey) };
}

function isKey(value: unknown): value is string {
  return typeof value === "string";
}

function lists<One>(byEntity: Record<string, unknown>, isOne: (value: unknown) => value is One): Record<string, One[]> {
  const entries = Object.entries(byEntity);
  return Object.fromEntries(entries.map(([name, list]) => [name, Array.isArray(list) ? list.filter(isOne) : []]));
}

/** Parses a response. A malformed outcome is left out, so its command is sent again. */
function asAnswer(body: unknown): ExchangeAnswer {
  const batch = asBatch(body);
  if (!batch || !isRecord(body) || !Array.isArray(body["outcomes"]) || typeof body["serverTime"] !== "string")
    throw new Error("This is no answer of ours.");
  return { ...(body as ExchangeAnswer), ...batch, outcomes: body["outcomes"].filter(isOutcome) };
}

function isOutcome(value: unknown): value is Outcome {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["status"] === "string";
}

function requestInit(request: ExchangeRequest, bearer: string | null): RequestInit {
  return {
    method: "POST",
    credentials: "same-origin",
    cache: "no-store",
    headers: {
      "Content-Type": "application/json",
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(request),
  };
}

/** Posts an exchange that the browser finishes after the page closes. Ignores the response and every failure. */
export function postWithKeepalive(ask: typeof fetch, request: ExchangeRequest): void {
  ask(paths.exchange, { ...requestInit(request, null), keepalive: true }).catch(() => undefined);
}

/** `POST /api/sync`. Rejects when no response came, or when another server answered, such as a hotel's login page. */
export function httpTransport({ fetch: ask, token }: HttpTransportOptions): Transport {
  return {
    async exchange(request, deadlineMs): Promise<Reply> {
      const response = await ask(paths.exchange, {
        ...requestInit(request, token?.() ?? null),
        signal: AbortSignal.timeout(deadlineMs),
      });
      if (response.status === 200) return { status: 200, answer: asAnswer(await response.json()) };
      return {
        status: response.status,
        code: await codeOf(response),
        retryAfterMs: retryAfterMs(response.headers.get("Retry-After"), Date.now()),
      };
    },
  };
}
