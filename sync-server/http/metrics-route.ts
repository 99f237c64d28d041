// Serves the metrics to Prometheus.
import { DomainError } from "../../shared/kit/errors.ts";
import { isLoopback } from "../config.ts";
import { sameDigest, tokenHash } from "../domain/accounts/secrets.ts";
import type { AppContext, AppMiddleware, AppServices } from "./context.ts";
import { bearerToken } from "./request.ts";

const forwarding = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

function mayRead(ctx: AppContext, token: string | undefined): boolean {
  const given = bearerToken(ctx.req);
  if (token !== undefined && given !== undefined) return sameDigest(tokenHash(given), tokenHash(token));
  const address = (ctx.req.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return isLoopback(address) && forwarding.every((name) => ctx.req.headers[name] === undefined);
}

/** `GET /metrics`: from this machine, or with the token. */
export function metricsRoute({ metrics, config }: AppServices): AppMiddleware {
  return async function metricsAnswer(ctx) {
    if (!mayRead(ctx, config.METRICS_TOKEN)) throw new DomainError("not-signed-in");
    ctx.set("Content-Type", metrics.registry.contentType);
    ctx.body = await metrics.registry.metrics();
  };
}
