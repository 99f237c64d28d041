// Admits as many requests as the process can answer in time and refuses the rest at once.
// A queue that only grows would answer no request in time.
import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError, type ErrorBody } from "../../../shared/kit/errors.ts";
import type { AdaptiveLimit } from "./adaptive-limit.ts";

/**
 * Requests that need the database. All others (files, the catalogue, health) come from memory or disk and are always
 * admitted.
 */
const costly = /^\/(api|objects|s3|companion|aircraft)(\/|$)/;
const catalogue = /^\/api\/catalogue(\/|$)/;

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export type AdmissionOptions = {
  limit: Pick<AdaptiveLimit, "current" | "perAddress">;
  networkOf(request: IncomingMessage): string;
  /** Called for each refused request. */
  refused(): void;
};

export type Admission = {
  /** Wraps a handler with admission control. */
  guard(handle: Handle): Handle;
  running(): number;
};

export function createAdmission({ limit, networkOf, refused }: AdmissionOptions): Admission {
  let running = 0;
  const byNetwork = new Map<string, number>();

  function hasRoom(network: string): boolean {
    return running < limit.current() && (byNetwork.get(network) ?? 0) < limit.perAddress();
  }

  function count(network: string, by: 1 | -1): void {
    running += by;
    const left = (byNetwork.get(network) ?? 0) + by;
    if (left > 0) byNetwork.set(network, left);
    else byNetwork.delete(network);
  }

  function track(request: IncomingMessage, response: ServerResponse, network: string): void {
    let isCounted = false;
    const start = () => {
      if (response.closed) return;
      isCounted = true;
      count(network, 1);
    };
    // A request takes a place only after its body has arrived, so that a slow sender blocks no other request.
    if (hasBody(request)) request.once("end", start);
    else start();
    response.once("close", () => isCounted && count(network, -1));
  }

  return {
    guard: (handle) => (request, response) => {
      if (isCostly(request.url ?? "")) {
        const network = networkOf(request);
        if (!hasRoom(network)) {
          refused();
          return refuse(request, response);
        }
        track(request, response, network);
      }
      return handle(request, response);
    },
    running: () => running,
  };
}

function isCostly(target: string): boolean {
  const path = target.slice(0, 100).toLowerCase();
  return !path.startsWith("/") || (costly.test(path.split("?")[0]!) && !catalogue.test(path.split("?")[0]!));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const { code, message, status } = new DomainError("overloaded");
const body = JSON.stringify({ error: message, code } satisfies ErrorBody);

/** Writes the refusal by hand, so that it costs a fraction of an answer. Jitter spreads the retries. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Retry-After": String(1 + Math.floor(Math.random() * 3)),
    // Closes the connection instead of reading the rest of the body.
    ...(hasBody(request) && { Connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
