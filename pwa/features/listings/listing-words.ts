// Toast texts for a listing that was sent, queued or refused.
import type { Outcome } from "../../client/sync/outcome.ts";
import type { ToastRequest } from "../../client/shell/toasts.ts";

type ToastText = { kind: "done" } | { kind: "waiting" } | { kind: "refused"; code: string; message: string };

const failures = {
  new: "Failed to list aircraft",
  edit: "Failed to update aircraft. Please try again.",
};

const successes = {
  new: "Your aircraft has been listed successfully.",
  edit: "Your changes have been saved.",
};

export function toastFor(kind: "new" | "edit", outcome: Outcome | ToastText): ToastRequest {
  if (outcome.kind === "done") return { title: "Success!", description: successes[kind] };
  if (outcome.kind === "refused") {
    return { kind: "bad", title: "Error", description: outcome.message || failures[kind] };
  }
  const what = kind === "new" ? "Your listing is sent" : "Your changes are sent";
  return { kind: "wait", title: "Saved on this device", description: `${what} when you have signal.` };
}
