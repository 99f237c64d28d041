import { Clock } from "../../ui/icons/icons.ts";
import { useRef, useState, type SubmitEvent } from "react";
import { ApiError, call } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import styles from "./accounts.module.css";

const codeNeeded = "Please enter a 6-digit verification code.";
const codeRefused = "Invalid or expired verification code. Please try again.";

export function VerifyEmailForm() {
  const { setUser, refresh } = useAuth();
  const isOnline = useOnline();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busyWith, setBusyWith] = useState<"verify" | "resend" | null>(null);

  function showProblem(title: string, text: string) {
    setProblem(text);
    toast({ kind: "bad", title, description: text });
    field.current?.focus();
  }

  async function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (code.length !== 6) return showProblem("Invalid code", codeNeeded);
    setBusyWith("verify");
    setProblem(null);
    try {
      const { user } = await call("auth.verifyEmail", { code });
      toast({ title: "Email verified!", description: "You can send messages and booking requests now." });
      setUser(user);
      await refresh();
    } catch (error) {
      const hasOwnText = error instanceof ApiError && (error.status === 429 || error.status === 0);
      showProblem("Error", hasOwnText ? error.message : codeRefused);
    } finally {
      setBusyWith(null);
    }
  }

  async function resend() {
    setBusyWith("resend");
    try {
      await call("auth.resendVerification", {});
      setCode("");
      setProblem(null);
      toast({ title: "Code sent!", description: "The new code replaces the one before." });
      field.current?.focus();
    } catch {
      toast({ kind: "bad", title: "Failed to send code", description: "Please try again later." });
    } finally {
      setBusyWith(null);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void verify(event)}>
      <CodeField
        ref={field}
        label="Code"
        value={code}
        onChange={(digits) => {
          setCode(digits);
          setProblem(null);
        }}
        error={problem}
        hint={
          <span className={styles.expires}>
            <Icon of={Clock} size="s" />
            The code expires in 15 minutes.
          </span>
        }
      />
      <div className={styles.action}>
        <Button type="submit" variant="primary" size="lg" full busy={busyWith === "verify"} disabled={!isOnline}>
          {busyWith === "verify" ? "Verifying..." : "Verify"}
        </Button>
        <Button size="lg" full busy={busyWith === "resend"} disabled={!isOnline} onClick={() => void resend()}>
          {busyWith === "resend" ? "Sending..." : "Resend Code"}
        </Button>
        <NeedsConnection />
      </div>
    </form>
  );
}
