// The security headers: some of every answer, some of documents alone, since a browser heeds them nowhere else.
import helmet from "helmet";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../config.ts";
import type { AppMiddleware, SecurityHeaders } from "./context.ts";
import { ownOrigin } from "./request.ts";

/**
 * Browser features in use: the camera for listing pictures, the clipboard for a listing's address, the
 * position for aircraft near it, passkeys. Sharing is in use
 * too, and its default is the same: this origin alone.
 */
const used = [
  ...["camera", "clipboard-write", "geolocation"],
  ...["publickey-credentials-create", "publickey-credentials-get"],
];
const unused = [
  ...["accelerometer", "autoplay", "browsing-topics", "clipboard-read", "display-capture"],
  ...["encrypted-media", "fullscreen", "gyroscope", "hid", "idle-detection", "local-fonts"],
  ...["magnetometer", "microphone", "midi", "payment"],
  ...["screen-wake-lock", "serial", "usb", "window-management", "xr-spatial-tracking"],
];
const permissions = [...used.map((name) => `${name}=(self)`), ...unused.map((name) => `${name}=()`)].join(", ");

/** Chromium on Linux has no Bluetooth for pages, and prints an error about the unknown name. */
function permissionsFor({ headers }: IncomingMessage): string {
  return /X11; Linux/.test(headers["user-agent"] ?? "") ? permissions : `${permissions}, bluetooth=()`;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** An origin that is safe in a policy, since the client controls `Host`. */
const plainOrigin = /^http(s?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?)$/;

/** The origin of the live line, for browsers that do not include it in `'self'`; empty when unknown. */
function ownSocket(request: IncomingMessage, settings: Pick<Config, "PUBLIC_URL" | "TRUST_PROXY">): string {
  const [, rest] = plainOrigin.exec(ownOrigin(request, settings) ?? "") ?? [];
  return rest === undefined ? "" : ` ws${rest}`;
}

/** Most hosts whose headers are kept, because the client chooses `Host`. */
const MOST_HOSTS = 100;

/** Headers of helmet that every answer needs; the others are of use in documents, or to browsers of long ago. */
const everywhere = new Set([
  ...["Cross-Origin-Resource-Policy", "Referrer-Policy", "Strict-Transport-Security"],
  ...["X-Content-Type-Options", "X-Frame-Options"],
]);

/**
 * Returns the functions that compute the security headers. Those of every answer are kept: they differ by host alone.
 * @param settings the public URL and proxy; only https answers may demand https
 * @param storeOrigin the origin browsers upload pictures to, if any
 */
export function createSecurityHeaders(
  settings: Pick<Config, "PUBLIC_URL" | "TRUST_PROXY">,
  storeOrigin?: string,
): SecurityHeaders {
  const isHttps = settings.PUBLIC_URL?.startsWith("https:") ?? false;
  const store = storeOrigin ? ` ${storeOrigin}` : "";
  const policy = (request: IncomingMessage) =>
    [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      `connect-src 'self'${ownSocket(request, settings)}${store}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // Only the policy of pwa/public/trusted-types.js turns text into markup or a script's address.
      "require-trusted-types-for 'script'",
      "trusted-types default",
      ...(isHttps ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
  const fixed = fixedHeaders(isHttps);
  const ofAll = fixed.filter(([name]) => everywhere.has(name)).flat();
  const ofDocuments = fixed.filter(([name]) => !everywhere.has(name)).flat();
  const known = new Map<string, readonly string[]>();
  return {
    ofAll(request) {
      const { host = "", "x-forwarded-proto": scheme = "" } = request.headers;
      const key = `${host} ${settings.TRUST_PROXY ? String(scheme) : ""}`;
      const found = known.get(key);
      if (found) return found;
      const headers = [...ofAll, "Content-Security-Policy", policy(request)];
      if (known.size >= MOST_HOSTS) known.clear();
      known.set(key, headers);
      return headers;
    },
    ofDocuments: (request) => [...ofDocuments, "Permissions-Policy", permissionsFor(request)],
  };
}

/** Returns what helmet sets, by name. */
function fixedHeaders(isHttps: boolean): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const guard = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: isHttps ? { maxAge: ONE_YEAR_SECONDS } : false,
    // Both demand https; over plain http browsers only print warnings.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  });
  const recorder = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader() {} };
  guard({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return headers;
}

/** Sets the security headers. What ends its answer itself keeps them all, since it may send a document. */
export function setSecurityHeaders({ ofAll, ofDocuments }: SecurityHeaders): AppMiddleware {
  return async function headers(ctx, next) {
    const documents = ofDocuments(ctx.req);
    for (const [name, value] of pairsOf([...ofAll(ctx.req), ...documents])) ctx.set(name, value);
    await next();
    if (ctx.headerSent || ctx.response.is("html")) return;
    for (const [name] of pairsOf(documents)) ctx.remove(name);
  };
}

function pairsOf(list: readonly string[]): [name: string, value: string][] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]!]] : []));
}
