// Serves `POST /api/sync` without Koa, whose middleware costs more than all else of a message. Checks, errors, headers and
// logs are the functions that Koa's middleware calls too.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppServices, RequestState, SecurityHeaders } from "./context.ts";
import { refusalAnswer, refusalFor } from "./errors.ts";
import { EXCHANGE_PATH, exchangeAnswer, plainJson, type Exchange } from "./exchange.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-id.ts";
import { noteAnswer } from "./request-log.ts";
import { logSecurityOf } from "./security-log.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export type DirectExchangeOptions = Pick<AppServices, "log" | "metrics"> & {
  exchange: Exchange;
  securityHeaders: SecurityHeaders;
  /** Handles all other requests. */
  others: Handle;
};

/** Returns the handler of all requests. */
export function directExchange({ exchange, securityHeaders, others, log, metrics }: DirectExchangeOptions): Handle {
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const start = performance.now();
    const requestId = requestIdOf(req);
    const state: RequestState = { route: EXCHANGE_PATH, requestId };
    try {
      const { body, headers } = await exchangeAnswer(req, await exchange({ req, res, state }));
      write(req, res, 200, body, { ...headers, [REQUEST_ID_HEADER]: requestId });
    } catch (error) {
      const refusal = refusalFor(log, error, { req, state });
      if (refusal) {
        state.refusal = refusal.code;
        const { body, headers } = refusalAnswer(refusal);
        const own = { ...plainJson, ...headers, [REQUEST_ID_HEADER]: requestId };
        write(req, res, refusal.status, JSON.stringify(body), own);
      }
    }
    logSecurityOf(log, state);
    if (!res.headersSent) return;
    const answered = { method: "POST", route: EXCHANGE_PATH, status: res.statusCode };
    noteAnswer({ log, metrics }, answered, performance.now() - start, state);
  }

  /** A text goes out in one write with its head. */
  function write(
    req: IncomingMessage,
    res: ServerResponse,
    status: number,
    body: string | Buffer,
    headers: Record<string, string>,
  ): void {
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    const own = Object.entries({ "Cache-Control": "no-store", ...headers, "Content-Length": String(length) });
    res.writeHead(status, [...securityHeaders.ofAll(req), ...own.flat()]);
    res.end(body);
  }

  return (request, response) => {
    if (request.method !== "POST" || request.url !== EXCHANGE_PATH) return others(request, response);
    return answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, "an answer failed");
      response.destroy();
    });
  };
}
