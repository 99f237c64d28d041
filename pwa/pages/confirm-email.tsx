import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ApiError, call } from "../client/api/call.ts";
import { useOnline } from "../client/api/online.ts";
import { useAuth } from "../client/session/session.tsx";
import { usePageTitle } from "../client/shell/page-title.ts";
import { AccountScreen } from "../features/accounts/account-screen.tsx";
import { FormProblem } from "../features/accounts/form-problem.tsx";
import { NeedsConnection } from "../features/accounts/needs-connection.tsx";
import { Button, ButtonLink } from "../ui/actions/button.tsx";
import styles from "../features/accounts/accounts.module.css";

type Result = "nobody" | "new" | "old" | "stopped";

const words: Record<Result, { title: string; text: string }> = {
  nobody: {
    title: "Address changed",
    text: "Log in with your new address from now on. Other devices were signed out.",
  },
  new: { title: "Confirmed", text: "Now open the link in the mail to your new address. The change happens then." },
  old: { title: "Confirmed", text: "Now open the link in the mail to your old address. The change happens then." },
  stopped: {
    title: "Change stopped",
    text: "The address stays as it was. If you did not ask for this, change your password.",
  },
};

/** The target of the links in mails about a new address. Asks before it acts, since mail scanners follow links. */
export function ConfirmEmailPage() {
  usePageTitle("Confirm Email");
  const [search] = useSearchParams();
  const { refresh } = useAuth();
  const isOnline = useOnline();
  const token = search.get("token") ?? "";
  const [busyWith, setBusyWith] = useState<"confirm" | "stop" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  async function act(what: "confirm" | "stop") {
    setBusyWith(what);
    setProblem(null);
    try {
      if (what === "stop") await call("account.stopEmailChange", { token });
      setResult(what === "stop" ? "stopped" : (await call("account.confirmEmail", { token })).waitsFor);
      // This browser may be signed in, and its session may have ended.
      await refresh();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "That did not work. Please try again.");
    } finally {
      setBusyWith(null);
    }
  }

  if (result) {
    return (
      <AccountScreen
        title={words[result].title}
        intro={
          <p className={styles.intro} role="status">
            {words[result].text}
          </p>
        }
      >
        <ButtonLink to="/" replace size="lg" full>
          Back to Home
        </ButtonLink>
      </AccountScreen>
    );
  }
  return (
    <AccountScreen
      title="Confirm the new address"
      intro={<p className={styles.intro}>The mail names both addresses. The account moves once both have confirmed.</p>}
    >
      <FormProblem text={problem} />
      <div className={styles.action}>
        <Button
          variant="primary"
          size="lg"
          full
          busy={busyWith === "confirm"}
          disabled={!isOnline || busyWith !== null}
          onClick={() => void act("confirm")}
        >
          {busyWith === "confirm" ? "Confirming..." : "Confirm"}
        </Button>
        <Button
          size="lg"
          full
          busy={busyWith === "stop"}
          disabled={!isOnline || busyWith !== null}
          onClick={() => void act("stop")}
        >
          {busyWith === "stop" ? "Stopping..." : "Stop the Change"}
        </Button>
        <NeedsConnection />
      </div>
    </AccountScreen>
  );
}
