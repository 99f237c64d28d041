// Reads the session of a request: a cookie in browsers, a bearer token in other clients.
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import { SESSION_DAYS } from "../domain/accounts/sessions.ts";
import type { AppContext, AppServices } from "./context.ts";
import { cookieName, isHttps, readCookie, setCookie } from "./cookies.ts";
import { bearerToken } from "./request.ts";

const COOKIE = "tailhour_session";
/** Scripts can read this cookie and it holds no secret: it marks that a session may exist. */
const MARK = "tailhour_signed_in";

type Settings = Pick<AppServices["config"], "PUBLIC_URL">;

export type RequestSession = { me: OwnUser; idHash: string };

/** Returns the token in this site's session cookie. On https the name without the prefix does not count. */
export function sessionCookie(cookies: string | undefined, config: Settings): string | undefined {
  return readCookie(cookies, cookieName(COOKIE, config));
}

/** Whether a request has a session cookie under any name. */
export function hasSessionCookie(cookies: string | undefined, config: Settings): boolean {
  return (sessionCookie(cookies, config) ?? readCookie(cookies, COOKIE)) !== undefined;
}

function setSession(ctx: AppContext, config: AppServices["config"], value: string, seconds: number): void {
  setCookie(ctx, config, { name: cookieName(COOKIE, config), value, seconds });
  // Remains from before this site used https or the prefix.
  if (isHttps(config) && readCookie(ctx.req.headers.cookie, COOKIE) !== undefined)
    setCookie(ctx, config, { name: COOKIE, value: "", seconds: 0 });
  const secure = isHttps(config) ? "; Secure" : "";
  ctx.append("Set-Cookie", `${MARK}=${value && "1"}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`);
}

/** Returns the valid session of a request. With a bearer token the cookie does not count. */
export async function readSession(
  ctx: AppContext,
  { sessions, config }: Pick<AppServices, "sessions" | "config">,
): Promise<RequestSession | null> {
  const { cookie } = ctx.req.headers;
  const bearer = bearerToken(ctx.req);
  const current = bearer ?? sessionCookie(cookie, config);
  const token = current ?? readCookie(cookie, COOKIE);
  if (!token) return null;
  ctx.state.hasToken = true;
  const session = await sessions.find(token);
  // Another site of the domain can set the plain name, so it counts only for sessions before the prefix.
  const isMoving = current === undefined;
  if (!session || (isMoving && !session.isFromPlainName)) return null;
  const endsInSeconds = session.isStale ? await sessions.touch(session.idHash) : session.endsInSeconds;
  if (!bearer && (session.isStale || isMoving)) setSession(ctx, config, token, endsInSeconds);
  ctx.state.userId = session.me.id;
  return { me: session.me, idHash: session.idHash };
}

/** @throws DomainError not-signed-in */
export async function requireSession(
  ctx: AppContext,
  services: Pick<AppServices, "sessions" | "config">,
): Promise<RequestSession> {
  const session = await readSession(ctx, services);
  if (!session) throw new DomainError("not-signed-in");
  return session;
}

/** Returns the session from the cache of the last minute, for callers that check it again. */
export function recentSessionOf(
  ctx: AppContext,
  { sessions, config }: Pick<AppServices, "sessions" | "config">,
): RequestSession | null {
  const token = bearerToken(ctx.req) ?? sessionCookie(ctx.req.headers.cookie, config);
  const session = token ? sessions.recent(token) : null;
  ctx.state.userId = session?.me.id;
  return session;
}

export function openCookie(ctx: AppContext, config: AppServices["config"], token: string): void {
  setSession(ctx, config, token, SESSION_DAYS * 86_400);
}

export function clearCookie(ctx: AppContext, config: AppServices["config"]): void {
  setSession(ctx, config, "", 0);
}
