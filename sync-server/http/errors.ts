// One shape for every error answer. What a person must not see goes to the log alone.
import type { Logger } from "pino";
import { DomainError, type ErrorBody } from "../../shared/kit/errors.ts";
import { isDatabaseAway, isLockTimeout, isLostToAnother, isUnfitValue } from "../db/away.ts";
import { StoreAway, StoreFull } from "../domain/uploads/store.ts";
import type { AppContext, AppMiddleware } from "./context.ts";

/** What a thrown thing is told as, or null for a fault of ours. */
function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  return isUnfitValue(error) ? new DomainError("invalid") : null;
}

/** Writes a refusal as the answer. */
export function answerRefusal(ctx: AppContext, refusal: DomainError): void {
  const body: ErrorBody = { error: refusal.message, code: refusal.code };
  if (refusal.fields) body.fields = refusal.fields;
  ctx.status = refusal.status;
  ctx.state.refusal = refusal.code;
  ctx.body = body;
  if (refusal.retryAfter !== undefined) ctx.set("Retry-After", String(refusal.retryAfter));
  // The rest of a body that is too large is not worth reading.
  if (refusal.code === "too-large") ctx.set("Connection", "close");
}

/** What a fault of ours is told as. */
function faultOf(error: unknown): DomainError {
  if (isDatabaseAway(error)) return new DomainError("not-ready", { retryAfter: 2 });
  if (isLostToAnother(error) || isLockTimeout(error)) return new DomainError("busy", { retryAfter: 1 });
  if (error instanceof StoreFull) return new DomainError("storage-full", { retryAfter: 600 });
  if (error instanceof StoreAway) return new DomainError("storage-away", { retryAfter: 10 });
  return new DomainError("internal");
}

/** A connection that broke, or a body that ended early or cannot be read as HTTP: the other side's doing, and no fault of ours. */
export function isSendersFault(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as NodeJS.ErrnoException;
  return code.startsWith("HPE_") || ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"].includes(code);
}

/** Turns whatever is thrown into an answer. */
export function answerErrors(log: Logger): AppMiddleware {
  return async function errors(ctx, next) {
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error);
      // The schemas should have refused it first, and named the field.
      if (refusal && refusal !== error)
        log.warn(
          { err: error, route: ctx.state.route, command: ctx.state.command },
          "a value does not fit the database",
        );
      if (refusal) return answerRefusal(ctx, refusal);
      if (ctx.req.destroyed && !ctx.req.complete) return;
      const fault = faultOf(error);
      // Two people at one row are no fault: the caller tries again.
      const level = fault.code === "busy" ? "warn" : "error";
      log[level]({ err: error, route: ctx.state.route, command: ctx.state.command }, "a request failed");
      answerRefusal(ctx, fault);
    }
  };
}
