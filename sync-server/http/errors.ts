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

/** Returns the body and the headers of a refusal. */
export function refusalAnswer(refusal: DomainError): { body: ErrorBody; headers: Record<string, string> } {
  const { message, code, fields, retryAfter } = refusal;
  return {
    body: { error: message, code, ...(fields && { fields }) },
    headers: {
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      // Closes the connection instead of reading the rest of a body that is too large.
      ...(code === "too-large" && { Connection: "close" }),
    },
  };
}

/** Sends a refusal as the answer. */
export function answerRefusal(ctx: AppContext, refusal: DomainError): void {
  const { body, headers } = refusalAnswer(refusal);
  ctx.status = refusal.status;
  ctx.state.refusal = refusal.code;
  ctx.body = body;
  ctx.set(headers);
}

/** Maps an internal error to the error to send. A user can read its request's id to the operator. */
function faultOf(error: unknown, requestId: string | undefined): DomainError {
  if (isUnreachable(error)) return new DomainError("not-ready", { retryAfter: 2 });
  if (isConflict(error) || isLockTimeout(error)) return new DomainError("busy", { retryAfter: 1 });
  if (error instanceof StoreFull) return new DomainError("storage-full", { retryAfter: 600 });
  if (error instanceof StoreUnavailable) return new DomainError("storage-away", { retryAfter: 10 });
  const internal = new DomainError("internal");
  return requestId ? new DomainError("internal", { message: `${internal.message} Request ${requestId}.` }) : internal;
}

/** Whether the client caused the error: a lost connection, an incomplete body, or invalid HTTP. */
export function isSendersFault(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as NodeJS.ErrnoException;
  return code.startsWith("HPE_") || ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"].includes(code);
}

/** Turns a thrown error into the refusal to send, and logs internal ones. Null when the client is gone. */
export function refusalFor(
  log: Logger,
  error: unknown,
  { req, state }: Pick<AppContext, "req" | "state">,
): DomainError | null {
  const refusal = refusalOf(error);
  const { requestId, route, command } = state;
  const about = { requestId, err: error, route, command };
  // The schemas should refuse the value first, with the field's name.
  if (refusal && refusal !== error) log.warn(about, "a value does not fit the database");
  if (refusal) return refusal;
  if (req.destroyed && !req.complete) return null;
  const fault = faultOf(error, requestId);
  // Two transactions that compete for one row are no internal error: the caller retries.
  log[fault.code === "busy" ? "warn" : "error"](about, "a request failed");
  return fault;
}

/** Turns every thrown error into an answer. */
export function answerErrors(log: Logger): AppMiddleware {
  return async function errors(ctx, next) {
    try {
      await next();
    } catch (error) {
      const refusal = refusalFor(log, error, ctx);
      if (refusal) answerRefusal(ctx, refusal);
    }
  };
}
