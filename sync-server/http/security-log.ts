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
  "email-change-requested",
  "email-change-stopped",
  "email-confirmed",
  "account-deleted",
  "second-factor-asked",
  "second-factor-on",
  "second-factor-off",
  "recovery-codes-renewed",
  "passkey-added",
  "passkey-removed",
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
  "sessions.endOthers": "session-ended",
  "account.delete": "account-deleted",
  "account.confirmSecondFactor": "second-factor-on",
  "account.stopSecondFactor": "second-factor-off",
  "account.renewRecoveryCodes": "recovery-codes-renewed",
  "account.addPasskey": "passkey-added",
  "account.removePasskey": "passkey-removed",
  "auth.passkey": "signed-in",
  "account.changeEmail": "email-change-requested",
  "account.cancelEmailChange": "email-change-stopped",
  "account.stopEmailChange": "email-change-stopped",
  "account.confirmEmail": "email-confirmed",
};

const refused: Partial<Record<RefusalCode, SecurityEvent>> = {
  "login-failed": "sign-in-failed",
  "passkey-invalid": "sign-in-failed",
  "passkey-copied": "sign-in-failed",
  deactivated: "sign-in-failed",
  "wrong-password": "password-change-failed",
  "second-factor-needed": "second-factor-asked",
  "factor-invalid": "code-rejected",
  "code-invalid": "code-rejected",
  "token-invalid": "code-rejected",
  "link-invalid": "code-rejected",
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
  { requestId, route, command, refusal, userId, targetId }: RequestState,
): void {
  log.info({ event, requestId, route, command, code: refusal, userId, targetId }, "security");
}

/** Writes the security events of an answer. */
export function logSecurityOf(log: Logger, state: RequestState): void {
  const events = [eventOf(state), ...(state.refusals ?? []).map((refusal) => eventOf({ refusal }))];
  const codes = [state.refusal, ...(state.refusals ?? [])];
  events.forEach((event, index) => event && logSecurity(log, event, { ...state, refusal: codes[index] }));
}

/** Checks every answer for a security event. */
export function securityLog(log: Logger): AppMiddleware {
  return async function security(ctx, next) {
    await next();
    logSecurityOf(log, ctx.state);
  };
}
