// Why a command could not be queued.
import { INVALID_INPUT } from "../../../shared/kit/invalid-input.ts";

/**
 * `invalid`: the input does not fit, `fields` says where. `not-offline`: the command needs the network. `not-saved`: the
 * device could not keep it. `outbox-full`, `signed-out`, `already-sent`, `not-waiting`: as they say. Nothing was queued.
 */
export type QueueProblem =
  "invalid" | "not-offline" | "not-saved" | "outbox-full" | "signed-out" | "already-sent" | "not-waiting" | "too-large";

const sentences: Record<QueueProblem, string> = {
  invalid: INVALID_INPUT,
  "not-offline": "This needs a connection.",
  "not-saved": "This could not be saved on this device. Nothing was sent.",
  "outbox-full": "Too many changes are waiting on this device. Connect once, then try again.",
  "signed-out": "Please log in first.",
  "already-sent": "This is already on its way.",
  "not-waiting": "This is no longer waiting.",
  "too-large": "This is too large to send.",
};

export class QueueError extends Error {
  readonly code: QueueProblem;
  readonly fields: Record<string, string> | undefined;

  constructor(code: QueueProblem, options: { fields?: Record<string, string>; cause?: unknown } = {}) {
    super(sentences[code], { cause: options.cause });
    this.name = "QueueError";
    this.code = code;
    this.fields = options.fields;
  }
}
