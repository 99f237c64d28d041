// Reads a request's address and origin, and whether a page of this site made it.
import type { IncomingMessage } from "node:http";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import type { Caller } from "../kit/command-handler.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "TRUST_PROXY">;

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function lastOf(list: string | undefined): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}

/** Returns the socket's address; with a trusted proxy, the last address that the proxy added. */
export function addressOf(request: IncomingMessage, { TRUST_PROXY }: Settings): string {
  const forwarded = TRUST_PROXY ? lastOf(header(request, "x-forwarded-for")) : undefined;
  return forwarded ?? request.socket.remoteAddress ?? "";
}

/** Returns this site's origin: `PUBLIC_URL`, else scheme and `Host`. Null when the host is unusable. */
export function ownOrigin(request: IncomingMessage, { PUBLIC_URL, TRUST_PROXY }: Settings): string | null {
  if (PUBLIC_URL) return PUBLIC_URL;
  const scheme = (TRUST_PROXY && lastOf(header(request, "x-forwarded-proto"))) || "http";
  const address = `${scheme}://${request.headers.host ?? ""}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}

/** Browsers send `Origin` or `Sec-Fetch-Site` with every write; other clients need neither. */
export function callerOf(request: IncomingMessage, settings: Settings): Caller {
  return {
    address: addressOf(request, settings),
    userAgent: header(request, "user-agent") ?? "",
    browserPage: request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined,
    origin: ownOrigin(request, settings),
  };
}

export function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** Whether `Origin` is this site. */
export function isOwnOrigin(request: IncomingMessage, settings: Settings): boolean {
  const { origin } = request.headers;
  return origin !== undefined && origin === ownOrigin(request, settings);
}

/**
 * Prevents cross-site requests that write.
 * A bearer token is sufficient proof; a cookie needs this site's `Origin`, or a same-origin `Sec-Fetch-Site`.
 * A request without either must not come from a page of another site.
 * @throws DomainError foreign-origin
 */
export function requireOwnOrigin(request: IncomingMessage, settings: Settings, hasCookie: boolean): void {
  if (bearerToken(request)) return;
  if (request.headers.origin !== undefined) {
    if (isOwnOrigin(request, settings)) return;
  } else if (request.headers["sec-fetch-site"] !== undefined) {
    if (request.headers["sec-fetch-site"] === "same-origin") return;
  } else if (!hasCookie) return;
  throw new DomainError("foreign-origin");
}
