import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ApiError, call } from "../client/api/call.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { Button, ButtonLink } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";

/** Statuses for an unknown or malformed token. */
const NO_SUCH_LINK = [400, 404, 413];

/** The target of a mail's unsubscribe link. Asks before it acts, since mail scanners follow links. Works without a session. */
export function UnsubscribePage() {
  usePageTitle("Stop E-mails");
  const [search] = useSearchParams();
  const [state, setState] = useState<"confirm" | "busy" | "done" | "wrong" | "failed">("confirm");
  const stop = async () => {
    setState("busy");
    try {
      await call("settings.stopMail", { token: search.get("token") ?? "" });
      setState("done");
    } catch (problem) {
      setState(problem instanceof ApiError && NO_SUCH_LINK.includes(problem.status) ? "wrong" : "failed");
    }
  };
  if (state === "done") {
    return (
      <EmptyState
        level="h1"
        title="No more e-mails"
        action={<ButtonLink to="/settings">Choose what you hear about</ButtonLink>}
      >
        Tailhour sends you no more e-mail about messages, bookings and reviews.
      </EmptyState>
    );
  }
  if (state === "wrong") {
    return (
      <EmptyState
        level="h1"
        title="This link does not fit"
        action={<ButtonLink to="/settings">Open Settings</ButtonLink>}
      >
        Log in and switch e-mail off under Notifications.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level="h1"
      title="Stop e-mails about messages?"
      action={
        <Button busy={state === "busy"} onClick={() => void stop()}>
          {state === "busy" ? "Stopping..." : "Stop E-mails"}
        </Button>
      }
    >
      {state === "failed"
        ? "That did not work. Please try again when you have signal."
        : "Codes and password links still come when you ask for them."}
    </EmptyState>
  );
}
