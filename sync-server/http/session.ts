// The session of a request: a cookie in browsers, a bearer token elsewhere.
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { liveSession, recentSession, SESSION_DAYS, touchSession } from "../domain/accounts/sessions.ts";
import type { AppContext, AppServices } from "./context.ts";
import { isHttps, readCookie, setCookie } from "./cookies.ts";
import { bearerToken } from "./request.ts";

const COOKIE = "tailhour_session";
/** Readable by the page and no secret: it only says that asking who is signed in makes sense. */
const MARK = "tailhour_signed_in";

export type RequestSession = { me: OwnUser; idHash: string } | null;

export function sessionCookie(cookies: string | undefined): string | undefined {
  return readCookie(cookies, COOKIE);
}

function setSession(ctx: AppContext, config: AppServices["config"], value: string, seconds: number): void {
  setCookie(ctx, config, { name: COOKIE, value, seconds });
  const secure = isHttps(config) ? "; Secure" : "";
  ctx.append("Set-Cookie", `${MARK}=${value && "1"}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`);
}

/** The live session of a request. With a bearer token the cookie does not count. */
export async function readSession(
  ctx: AppContext,
  { db, config }: Pick<AppServices, "db" | "config">,
): Promise<RequestSession> {
  const bearer = bearerToken(ctx.req);
  const token = bearer ?? sessionCookie(ctx.req.headers.cookie);
  if (!token) return null;
  const session = await liveSession(db, token);
  if (!session) return null;
  if (session.isStale) {
    await touchSession(db, session.idHash);
    if (!bearer) openCookie(ctx, config, token);
  }
  return { me: session.me, idHash: session.idHash };
}

/** The session as it was within the last minute, from memory: for work that checks it again by itself. */
export function recentSessionOf(ctx: AppContext, db: AppServices["db"]): RequestSession {
  const token = bearerToken(ctx.req) ?? sessionCookie(ctx.req.headers.cookie);
  return token ? recentSession(db, token) : null;
}

export function openCookie(ctx: AppContext, config: AppServices["config"], token: string): void {
  setSession(ctx, config, token, SESSION_DAYS * 86_400);
}

export function clearCookie(ctx: AppContext, config: AppServices["config"]): void {
  setSession(ctx, config, "", 0);
}
