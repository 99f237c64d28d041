import { useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../../client/api/call.ts";
import { toast } from "../../../client/shell/toasts.ts";

type Problems = Readonly<Record<string, string>>;

/**
 * The problems of a form by field: shows them under their fields, moves the focus to the first, and says one in a toast. A form with
 * problems is no longer busy, so that a press at once counts.
 */
export function useFormProblem() {
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  function refuse(form: HTMLFormElement, found: Problems, text = Object.values(found)[0] ?? "Please try again.") {
    // After a server answer React may render later than the next frame; flushSync marks the field before the focus moves to it.
    flushSync(() => {
      setProblems(found);
      setBusy(false);
    });
    toast({ kind: "bad", title: "Error", description: text });
    form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }
  return {
    isBusy,
    setBusy,
    problems,
    clear: () => setProblems({}),
    refuse,
    /** Shows why the server, or the way to it, refused. */
    refuseFor(form: HTMLFormElement, error: unknown) {
      const refusal = error instanceof ApiError ? error : null;
      refuse(form, refusal?.fields ?? {}, refusal?.message || "Please try again.");
    },
  };
}
