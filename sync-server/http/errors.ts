// Gives every error answer one shape. Internal details go to the log alone.
import type { Logger } from "pino";
import { DomainError, type ErrorBody } from "../../shared/kit/errors.ts";
import { isUnreachable, isLockTimeout, isConflict, isInvalidValue } from "../db/database-errors.ts";
import { StoreUnavailable, StoreFull } from "../domain/uploads/store.ts";
import type { AppContext, AppMiddleware } from "./context.ts";

/** Maps an error to the refusal to send, or null for an internal error. */
function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  return isInvalidValue(error) ? new DomainError("invalid") : null;
}

/** Sends a refusal as the answer. */
export function answerRefusal(ctx: AppContext, refusal: DomainError): void {
  const body: ErrorBody = { error: refusal.message, code: refusal.code };
  if (refusal.fields) body.fields = refusal.fields;
  ctx.status = refusal.status;
  ctx.state.refusal = refusal.code;
  ctx.body = body;
  if (refusal.retryAfter !== undefined) ctx.set("Retry-After", String(refusal.retryAfter));
  // Closes the connection instead of reading the rest of a body that is too large.
  if (refusal.code === "too-large") ctx.set("Connection", "close");
}

/** Maps an internal error to the error to send. */
function faultOf(error: unknown): DomainError {
  if (isUnreachable(error)) return new DomainError("not-ready", { retryAfter: 2 });
  if (isConflict(error) || isLockTimeout(error)) return new DomainError("busy", { retryAfter: 1 });
  if (error instanceof StoreFull) return new DomainError("storage-full", { retryAfter: 600 });
  if (error instanceof StoreUnavailable) return new DomainError("storage-away", { retryAfter: 10 });
  return new DomainError("internal");
}

/** Whether the client caused the error: a lost connection, an incomplete body, or invalid HTTP. */
export function isSendersFault(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as NodeJS.ErrnoException;
  return code.startsWith("HPE_") || ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"].includes(code);
}

/** Turns every thrown error into an answer. */
export function answerErrors(log: Logger): AppMiddleware {
  return async function errors(ctx, next) {
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error);
      // The schemas should refuse the value first, with the field's name.
      if (refusal && refusal !== error)
        log.warn(
          { err: error, route: ctx.state.route, command: ctx.state.command },
          "a value does not fit the database",
        );
      if (refusal) return answerRefusal(ctx, refusal);
      if (ctx.req.destroyed && !ctx.req.complete) return;
      const fault = faultOf(error);
      // Two transactions that compete for one row are no internal error: the caller retries.
      const level = fault.code === "busy" ? "warn" : "error";
      log[level]({ err: error, route: ctx.state.route, command: ctx.state.command }, "a request failed");
      answerRefusal(ctx, fault);
    }
  };
}
