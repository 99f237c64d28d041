// Lets in as many requests as the process can answer in time and refuses the rest at once: a queue that only grows answers nobody.
import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError, type ErrorBody } from "../../../shared/kit/errors.ts";
import type { AdaptiveLimit } from "./adaptive-limit.ts";

/** Files, the catalogue and health come from memory or disk and go out always; all else needs the database. */
const costly = /^\/(api|objects|s3|companion|aircraft)(\/|$)/;
const catalogue = /^\/api\/catalogue(\/|$)/;

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export type AdmissionOptions = {
  limit: Pick<AdaptiveLimit, "current" | "perAddress">;
  addressOf(request: IncomingMessage): string;
  /** Called for each request that was refused. */
  refused(): void;
};

export type Admission = {
  /** The same handler behind the door. */
  guard(handle: Handle): Handle;
  running(): number;
};

export function createAdmission({ limit, addressOf, refused }: AdmissionOptions): Admission {
  let running = 0;
  const byAddress = new Map<string, number>();

  function hasRoom(address: string): boolean {
    return running < limit.current() && (byAddress.get(address) ?? 0) < limit.perAddress();
  }

  function count(address: string, by: 1 | -1): void {
    running += by;
    const left = (byAddress.get(address) ?? 0) + by;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  }

  function track(request: IncomingMessage, response: ServerResponse, address: string): void {
    let isCounted = false;
    const start = () => {
      if (response.closed) return;
      isCounted = true;
      count(address, 1);
    };
    // While its body is under way a request uses nothing: a slow sender must not take anybody's place.
    if (hasBody(request)) request.once("end", start);
    else start();
    response.once("close", () => isCounted && count(address, -1));
  }

  return {
    guard: (handle) => (request, response) => {
      if (isCostly(request.url ?? "")) {
        const address = addressOf(request);
        if (!hasRoom(address)) {
          refused();
          return refuse(request, response);
        }
        track(request, response, address);
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

/** Written by hand: a refusal must cost a fraction of an answer. Clients come back at different seconds. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Retry-After": String(1 + Math.floor(Math.random() * 3)),
    // The rest of a body that nobody reads is not worth the line.
    ...(hasBody(request) && { Connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
