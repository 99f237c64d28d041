// Reports whether the process is up and whether it is ready.
import type { AppMiddleware, AppServices } from "./context.ts";

/** `GET /healthz`: the process answers. */
export function healthRoute(): AppMiddleware {
  return async function health(ctx) {
    ctx.body = { ok: true };
  };
}

/** `GET /readyz`: database reachable, migrations current. */
export function readyRoute({ waiting }: Pick<AppServices, "waiting">): AppMiddleware {
  return async function ready(ctx) {
    const missing = await waiting();
    if (missing.length > 0) {
      ctx.status = 503;
      ctx.set("Retry-After", "2");
    }
    ctx.body = missing.length > 0 ? { ok: false, waiting: missing } : { ok: true };
  };
}
