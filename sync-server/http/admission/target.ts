// Normalizes a request's target to one plain path for all later middleware.
import { DomainError } from "../../../shared/kit/errors.ts";
import type { AppMiddleware } from "../context.ts";

/** In bytes; the longest path of the product has about 150. */
const LONGEST_PATH = 2048;

/** Characters that a target may contain: printable ASCII without spaces and fragments. */
const plainTarget = /^[!"$-~]+$/;
const scheme = /^https?:\/\//i;

/**
 * Returns path and query of a request's target, which may be a whole address (RFC 9112, 3.2).
 * @throws DomainError malformed-address, path-too-long
 */
export function pathOf(target: string): string {
  const path = scheme.test(target) ? pathOfAddress(target) : target;
  if (!path.startsWith("/") || !plainTarget.test(path)) throw new DomainError("malformed-address");
  const query = path.indexOf("?");
  if ((query < 0 ? path.length : query) > LONGEST_PATH) throw new DomainError("path-too-long");
  return path;
}

function pathOfAddress(target: string): string {
  const [, , host = "", ...parts] = target.split("/");
  if (host === "" || !URL.canParse(target)) throw new DomainError("malformed-address");
  const query = host.indexOf("?");
  return query < 0 ? `/${parts.join("/")}` : `/${[host.slice(query), ...parts].join("/")}`;
}

/** Refuses malformed targets before other middleware reads them. */
export function plainAddress(): AppMiddleware {
  return async function address(ctx, next) {
    ctx.req.url = pathOf(ctx.req.url ?? "");
    await next();
  };
}
