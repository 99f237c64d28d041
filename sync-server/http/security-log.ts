// Security events: sign-ins, failed sign-ins, denied access, admin actions. Holds ids and codes only: no secret, no
// address.
import type { Logger } from "pino";
import { commands, type CommandName } from "../../shared/commands.ts";
import { refusals, type RefusalCode } from "../../shared/kit/errors.ts";
import type { AppMiddleware, RequestState } from "./context.ts";

/** All security events. The log field `event` holds one; docs/operating.md explains each. */
export const securityEvents = [
  "signed-up",
  "signed-in",
  "sign-in-failed",
  "signed-out",
  "session-ended",
  "password-changed",
  "password-change-failed",
  "password-reset-requested",
  "password-reset",
  "code-rejected",
  "admin-action",
  "access-denied",
  "limit-reached",
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

const applied: Partial<Record<CommandName, SecurityEvent>> = {
  "auth.signup": "signed-up",
  "auth.login": "signed-in",
  "auth.logout": "signed-out",
  "auth.changePassword": "password-changed",
  "auth.forgotPassword": "password-reset-requested",
  "auth.resetPassword": "password-reset",
  "sessions.end": "session-ended",
};

const refused: Partial<Record<RefusalCode, SecurityEvent>> = {
  "login-failed": "sign-in-failed",
  deactivated: "sign-in-failed",
  "wrong-password": "password-change-failed",
  "code-invalid": "code-rejected",
  "token-invalid": "code-rejected",
  "too-many": "limit-reached",
};

type About = Pick<RequestState, "command" | "refusal" | "hasToken">;

/** Maps an answer to its security event, if any. */
export function eventOf({ command, refusal, hasToken }: About): SecurityEvent | undefined {
  if (refusal === undefined) {
    if (!command) return undefined;
    return commands[command].access === "admin" ? "admin-action" : applied[command];
  }
  // A guest who must sign in causes no event; an invalid or ended session does.
  if (refusal === "not-signed-in") return hasToken ? "access-denied" : undefined;
  return refused[refusal] ?? (refusals[refusal][0] === 403 ? "access-denied" : undefined);
}

/** Writes one event. All events are written here. */
export function logSecurity(
  log: Logger,
  event: SecurityEvent,
  { route, command, refusal, userId, targetId }: RequestState,
): void {
  log.info({ event, route, command, code: refusal, userId, targetId }, "security");
}

/** Checks every answer for a security event. */
export function securityLog(log: Logger): AppMiddleware {
  return async function security(ctx, next) {
    await next();
    const events = [eventOf(ctx.state), ...(ctx.state.refusals ?? []).map((refusal) => eventOf({ refusal }))];
    const codes = [ctx.state.refusal, ...(ctx.state.refusals ?? [])];
    events.forEach((event, index) => event && logSecurity(log, event, { ...ctx.state, refusal: codes[index] }));
  };
}
