// The headers of every answer.
import helmet from "helmet";
import type { AppMiddleware } from "./context.ts";

const oneYear = 31_536_000;

/**
 * @param publicUrl where the product is reached; only over https may browsers be told to insist on it
 * @param storeOrigin where browsers send pictures themselves, if they do
 */
export function securityHeaders(publicUrl: string | undefined, storeOrigin?: string): AppMiddleware {
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ws: wss:${storeOrigin ? ` ${storeOrigin}` : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  const guard = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: isHttps ? { maxAge: oneYear } : false,
    // Both demand https, and answers over plain http would only make browsers complain.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  });
  return async function headers(ctx, next) {
    guard(ctx.req, ctx.res, () => undefined);
    ctx.set("Content-Security-Policy", policy);
    await next();
  };
}
