// The headers of every answer.
import helmet from "helmet";
import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import type { AppMiddleware } from "./context.ts";
import { ownOrigin } from "./request.ts";

/** The camera is for pictures of a listing, the clipboard and sharing for a listing's address; no page asks for more. */
const used = ["camera", "clipboard-write", "web-share"];
const unused = [
  ...["accelerometer", "autoplay", "bluetooth", "browsing-topics", "clipboard-read", "display-capture"],
  ...["encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts"],
  ...["magnetometer", "microphone", "midi", "payment", "publickey-credentials-create", "publickey-credentials-get"],
  ...["screen-wake-lock", "serial", "usb", "window-management", "xr-spatial-tracking"],
];
const permissions = [...used.map((name) => `${name}=(self)`), ...unused.map((name) => `${name}=()`)].join(", ");

const oneYear = 31_536_000;

/** An origin that means nothing but itself in a policy: `Host` is the sender's to write. */
const plainOrigin = /^http(s?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?)$/;

/** Where the live line of this site is, for browsers that do not count it among `'self'`; empty when nobody can say. */
function ownSocket(request: IncomingMessage, settings: Pick<Config, "PUBLIC_URL" | "TRUST_PROXY">): string {
  const [, rest] = plainOrigin.exec(ownOrigin(request, settings) ?? "") ?? [];
  return rest === undefined ? "" : ` ws${rest}`;
}

/**
 * @param settings where the product is reached; only over https may browsers be told to insist on it
 * @param storeOrigin where browsers send pictures themselves, if they do
 */
export function securityHeaders(
  settings: Pick<Config, "PUBLIC_URL" | "TRUST_PROXY">,
  storeOrigin?: string,
): AppMiddleware {
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
      // Text becomes markup or a script's address only through the policy of pwa/public/trusted-types.js.
      "require-trusted-types-for 'script'",
      "trusted-types default",
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
    ctx.set("Content-Security-Policy", policy(ctx.req));
    ctx.set("Permissions-Policy", permissions);
    await next();
  };
}
