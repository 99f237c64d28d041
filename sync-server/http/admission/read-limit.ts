// Limits database reads per network address: far above human use, low enough to protect other users.
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Config } from "../../config.ts";
import type { AppMiddleware } from "../context.ts";
import { networkOf } from "../request.ts";

const WINDOW_MS = 60_000;

/** API calls, rendered pages and calendars. Files, the catalogue and pictures are exempt, since one page loads many of them. */
const counted = /^\/(api|aircraft|calendar)(\/|$)/i;
const uncounted = /^\/api\/catalogue(\/|$)/i;

type Settings = Pick<Config, "LIMIT_READS" | "RATE_LIMIT_FACTOR" | "PUBLIC_URL" | "TRUST_PROXY">;

/** Counts reads per minute by address, in this process. */
export function limitReads(settings: Settings, now: () => number = () => performance.now()): AppMiddleware {
  const most = settings.LIMIT_READS * settings.RATE_LIMIT_FACTOR;
  const byAddress = new Map<string, number>();
  let endsAt = 0;

  function take(address: string): void {
    if (now() >= endsAt) {
      byAddress.clear();
      endsAt = now() + WINDOW_MS;
    }
    const count = (byAddress.get(address) ?? 0) + 1;
    byAddress.set(address, count);
    if (count > most)
      throw new DomainError("too-many", { retryAfter: Math.max(1, Math.ceil((endsAt - now()) / 1000)) });
  }

  return async function readLimit(ctx, next) {
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    if (isRead && counted.test(ctx.path) && !uncounted.test(ctx.path)) take(networkOf(ctx.req, settings));
    await next();
  };
}
