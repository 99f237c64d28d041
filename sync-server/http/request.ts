// Reads a request's network, origin and token, and whether a page of this site made it.
import type { IncomingMessage } from "node:http";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import type { Caller } from "../kit/command-handler.ts";
import { hasSessionCookie, sessionCookie } from "./cookies.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "TRUST_PROXY">;

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function lastOf(list: string | undefined): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}

/** Returns the network of the socket's address; with a trusted proxy, of the last address that the proxy added. */
export function networkOf(request: IncomingMessage, { TRUST_PROXY }: Settings): string {
  const forwarded = TRUST_PROXY ? lastOf(header(request, "x-forwarded-for")) : undefined;
  return network(forwarded ?? request.socket.remoteAddress ?? "");
}

/** Returns an address's network: IPv4 as it is, IPv6 as /64, which one household has. */
function network(address: string): string {
  const [plain = ""] = address.replace(/^::ffff:(?=\d+\.)/, "").split("%", 1);
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const start = head ? head.split(":") : [];
  const end = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => "0");
  return [...start, ...zeros, ...end]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":");
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
    network: networkOf(request, settings),
    userAgent: header(request, "user-agent") ?? "",
    browserPage: request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined,
    origin: ownOrigin(request, settings),
  };
}

export function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** Returns a request's session token. With a bearer token the cookie does not count. */
export function sessionToken(request: IncomingMessage, settings: Settings): string | undefined {
  return bearerToken(request) ?? sessionCookie(request, settings);
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
export function requireOwnOrigin(request: IncomingMessage, settings: Settings): void {
  if (bearerToken(request)) return;
  if (request.headers.origin !== undefined) {
    if (isOwnOrigin(request, settings)) return;
  } else if (request.headers["sec-fetch-site"] !== undefined) {
    if (request.headers["sec-fetch-site"] === "same-origin") return;
  } else if (!hasSessionCookie(request, settings)) return;
  throw new DomainError("foreign-origin");
}
