// The device cookie: a random id that outlives sessions. It identifies a device to the limits of failed sign-ins and
// grants nothing else.
import { DEVICE_DAYS } from "../domain/accounts/known-devices.ts";
import { newToken } from "../domain/accounts/secrets.ts";
import { cookieName, readCookie, setCookie } from "./cookies.ts";
import type { AppContext, AppServices } from "./context.ts";

const DEVICE = "tailhour_device";

/** Returns the id in a request's device cookie, else a new one. */
export function deviceIdOf(ctx: AppContext, config: AppServices["config"]): string {
  const known = readCookie(ctx.req.headers.cookie, cookieName(DEVICE, config));
  return known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken();
}

export function keepDeviceId(ctx: AppContext, config: AppServices["config"], deviceId: string): void {
  setCookie(ctx, config, { name: cookieName(DEVICE, config), value: deviceId, seconds: DEVICE_DAYS * 86_400 });
}
