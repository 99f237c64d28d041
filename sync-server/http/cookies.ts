// The cookies of this site: session, its mark for scripts, and device. On https the prefix `__Host-` makes browsers
// accept them from this exact host alone.
import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { DEVICE_DAYS } from "../domain/accounts/known-devices.ts";
import { newToken } from "../domain/accounts/secrets.ts";
import { SESSION_DAYS } from "../domain/accounts/sessions.ts";
import { OWN_WRITES_SECONDS } from "../reads/replica.ts";
import type { Exchanged } from "./context.ts";

const SESSION = "tailhour_session";
/** Scripts can read this cookie and it holds no secret: it marks that a session may exist. */
const MARK = "tailhour_signed_in";
/** A random id that outlives sessions: it identifies a device to the limits of failed sign-ins and grants nothing else. */
const DEVICE = "tailhour_device";
/** A browser with it has just written, so it reads from the primary. */
const WROTE = "tailhour_wrote";

type Settings = Pick<Config, "PUBLIC_URL">;

function isHttps({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL?.startsWith("https:") ?? false;
}

/** Returns a cookie's name at this site; plain http cannot use a prefix that demands `Secure`. */
function cookieName(name: string, settings: Settings): string {
  return isHttps(settings) ? `__Host-${name}` : name;
}

/** Returns the value of a request's cookie. */
function readCookie(request: IncomingMessage, name: string): string | undefined {
  return request.headers.cookie
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Sets an HttpOnly cookie, or removes it with 0 seconds. `name` includes the prefix. */
function setCookie(
  ctx: Exchanged,
  settings: Settings,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = isHttps(settings) ? "; Secure" : "";
  ctx.res.appendHeader("Set-Cookie", `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
}

/** Returns the token in this site's session cookie. On https the name without the prefix does not count. */
export function sessionCookie(request: IncomingMessage, config: Settings): string | undefined {
  return readCookie(request, cookieName(SESSION, config));
}

/** Returns the token under the name without prefix, from before this site used https or the prefix. */
export function plainSessionCookie(request: IncomingMessage): string | undefined {
  return readCookie(request, SESSION);
}

/** Whether a request has a session cookie under any name. */
export function hasSessionCookie(request: IncomingMessage, config: Settings): boolean {
  return (sessionCookie(request, config) ?? plainSessionCookie(request)) !== undefined;
}

export function setSessionCookie(ctx: Exchanged, config: Settings, value: string, seconds: number): void {
  setCookie(ctx, config, { name: cookieName(SESSION, config), value, seconds });
  // Remains from before this site used https or the prefix.
  if (isHttps(config) && plainSessionCookie(ctx.req) !== undefined)
    setCookie(ctx, config, { name: SESSION, value: "", seconds: 0 });
  const secure = isHttps(config) ? "; Secure" : "";
  ctx.res.appendHeader("Set-Cookie", `${MARK}=${value && "1"}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`);
}

export function openCookie(ctx: Exchanged, config: Settings, token: string): void {
  setSessionCookie(ctx, config, token, SESSION_DAYS * 86_400);
}

export function clearCookie(ctx: Exchanged, config: Settings): void {
  setSessionCookie(ctx, config, "", 0);
}

/** Marks a browser that has written, so that it reads its own writes. Only needed beside a replica. */
export function markWrite(ctx: Exchanged, config: Settings & Pick<Config, "DATABASE_REPLICA_URL">): void {
  if (config.DATABASE_REPLICA_URL === undefined) return;
  setCookie(ctx, config, { name: cookieName(WROTE, config), value: "1", seconds: OWN_WRITES_SECONDS });
}

export function hasJustWritten(request: IncomingMessage, config: Settings): boolean {
  return readCookie(request, cookieName(WROTE, config)) !== undefined;
}

/** Returns the id in a request's device cookie, else a new one. */
export function deviceIdOf(ctx: Exchanged, config: Settings): string {
  const known = readCookie(ctx.req, cookieName(DEVICE, config));
  return known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken();
}

export function keepDeviceId(ctx: Exchanged, config: Settings, deviceId: string): void {
  setCookie(ctx, config, { name: cookieName(DEVICE, config), value: deviceId, seconds: DEVICE_DAYS * 86_400 });
}
