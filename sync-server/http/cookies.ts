// Cookies of this site. On https the prefix `__Host-` makes browsers accept them from this exact host alone.
import type { Config } from "../config.ts";
import type { AppContext } from "./context.ts";

type Settings = Pick<Config, "PUBLIC_URL">;

export function isHttps({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL?.startsWith("https:") ?? false;
}

/** Returns a cookie's name at this site; plain http cannot use a prefix that demands `Secure`. */
export function cookieName(name: string, settings: Settings): string {
  return isHttps(settings) ? `__Host-${name}` : name;
}

/** Returns the value of a cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Sets an HttpOnly cookie, or removes it with 0 seconds. `name` includes the prefix. */
export function setCookie(
  ctx: AppContext,
  settings: Settings,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = isHttps(settings) ? "; Secure" : "";
  ctx.append("Set-Cookie", `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
}
