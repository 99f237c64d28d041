// One line and one figure a request: never its path, its query or where it came from, for those may name a person.
import type { AppMiddleware, AppServices } from "./context.ts";

/** Times every request. Successes are logged at debug, faults were logged where they happened. */
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
