// Reads the session of a request: a cookie in browsers, a bearer token in other clients.
import type { SignedIn } from "../kit/services.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import type { AppServices, Exchanged } from "./context.ts";
import { plainSessionCookie, setSessionCookie } from "./cookies.ts";
import { bearerToken, sessionToken } from "./request.ts";

export type RequestSession = { me: SignedIn; sessionHash: string };

/** Returns the valid session of a request. */
export async function readSession(
  ctx: Exchanged,
  { sessions, config }: Pick<AppServices, "sessions" | "config">,
): Promise<RequestSession | null> {
  const current = sessionToken(ctx.req, config);
  const token = current ?? plainSessionCookie(ctx.req);
  if (!token) return null;
  ctx.state.hasToken = true;
  const session = await sessions.find(token);
  // Another site of the domain can set the plain name, so it counts only for sessions before the prefix.
  const isMoving = current === undefined;
  if (!session || (isMoving && !session.isFromPlainName)) return null;
  const endsInSeconds = session.isStale ? await sessions.touch(session.sessionHash) : session.endsInSeconds;
  if (!bearerToken(ctx.req) && (session.isStale || isMoving)) setSessionCookie(ctx, config, token, endsInSeconds);
  ctx.state.userId = session.me.id;
  return { me: session.me, sessionHash: session.sessionHash };
}

/** @throws DomainError not-signed-in */
export async function requireSession(
  ctx: Exchanged,
  services: Pick<AppServices, "sessions" | "config">,
): Promise<RequestSession> {
  const session = await readSession(ctx, services);
  if (!session) throw new DomainError("not-signed-in");
  return session;
}

/** Returns the session from the cache of the last minute, for callers that check it again. */
export function recentSessionOf(
  ctx: Exchanged,
  { sessions, config }: Pick<AppServices, "sessions" | "config">,
): RequestSession | null {
  const token = sessionToken(ctx.req, config);
  const session = token ? sessions.recent(token) : null;
  ctx.state.userId = session?.me.id;
  return session;
}
