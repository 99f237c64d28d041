// Cookies of this site. On https the prefix `__Host-` makes browsers take them from this very host alone.
import type { Config } from "../config.ts";
import type { AppContext } from "./context.ts";

type Settings = Pick<Config, "PUBLIC_URL">;

export function isHttps({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL?.startsWith("https:") ?? false;
}

/** The name a cookie has at this site; plain http has no use for a prefix that demands `Secure`. */
export function cookieName(name: string, settings: Settings): string {
  return isHttps(settings) ? `__Host-${name}` : name;
}

/** The value of a cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Sets a cookie that no script reads, or removes it with 0 seconds. `name` as it is sent. */
export function setCookie(
  ctx: AppContext,
  settings: Settings,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = isHttps(settings) ? "; Secure" : "";
  ctx.append("Set-Cookie", `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
}
