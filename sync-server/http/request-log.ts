// Writes one log line and one metric per request, without path, query or address, since they may identify a user.
import type { AppMiddleware, AppServices, RequestState } from "./context.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-id.ts";

type Answered = { method: string; route: string; status: number };

/** Notes an answer that took `ms`. Logs it at debug; errors are logged where they occur. */
export function noteAnswer(
  { log, metrics }: Pick<AppServices, "log" | "metrics">,
  answer: Answered,
  ms: number,
  { requestId, commandIds }: RequestState,
): void {
  metrics.request(answer, ms / 1000);
  log.debug({ requestId, ...answer, commandIds, ms: Math.round(ms * 10) / 10 }, "answered");
}

/** Gives every request its id, and times it. */
export function requestLog(services: Pick<AppServices, "log" | "metrics">): AppMiddleware {
  return async function timed(ctx, next) {
    const start = performance.now();
    ctx.state.requestId = requestIdOf(ctx.req);
    ctx.set(REQUEST_ID_HEADER, ctx.state.requestId);
    try {
      await next();
    } finally {
      const answer = { method: ctx.method, route: ctx.state.route ?? "other", status: ctx.status };
      noteAnswer(services, answer, performance.now() - start, ctx.state);
    }
  };
}
