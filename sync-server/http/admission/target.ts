// The address a request names, made one plain path for everything behind it.
import { DomainError } from "../../../shared/kit/errors.ts";
import type { AppMiddleware } from "../context.ts";

/** Bytes of a path; the longest of ours has about 150. */
const LONGEST_PATH = 2048;

/** What an address may hold: no spaces, no controls, nothing beyond ASCII, no fragment. */
const plainTarget = /^[!"$-~]+$/;
const scheme = /^https?:\/\//i;

/**
 * Path and query of a request's target, which may be a whole address (RFC 9112, 3.2).
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

/** Refuses what names no address, before anything else reads it. */
export function plainAddress(): AppMiddleware {
  return async function address(ctx, next) {
    ctx.req.url = pathOf(ctx.req.url ?? "");
    await next();
  };
}
