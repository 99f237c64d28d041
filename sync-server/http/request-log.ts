// Writes one log line and one metric per request, without path, query or address, since they may identify a user.
import type { AppMiddleware, AppServices } from "./context.ts";

/** Times every request. Logs successes at debug; errors are logged where they occur. */
export function requestLog({ log, metrics }: Pick<AppServices, "log" | "metrics">): AppMiddleware {
  return async function timed(ctx, next) {
    const start = performance.now();
    try {
      await next();
    } finally {
      const ms = performance.now() - start;
      const route = ctx.state.route ?? "other";
      metrics.request({ method: ctx.method, route, status: ctx.status }, ms / 1000);
      log.debug({ method: ctx.method, route, status: ctx.status, ms: Math.round(ms * 10) / 10 }, "answered");
    }
  };
}
