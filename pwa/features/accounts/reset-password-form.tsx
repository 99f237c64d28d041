import { useState, type SubmitEvent } from "react";
import { ApiError, call } from "../../client/call.ts";
import { useOnline } from "../../client/online.ts";
import { useAuth } from "../../client/session.tsx";
import { toast } from "../../client/toasts.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { BackToLogIn } from "./back-to-log-in.tsx";
import { FormProblem } from "./form-problem.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import { resetProblem } from "./reset-password-rules.ts";
import styles from "./accounts.module.css";

interface ResetPasswordFormProps {
  token: string;
  /** Gets the server's words. */
  onDone: (message: string) => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const { refresh } = useAuth();
  const isOnline = useOnline();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problem, setProblem] = useState<{ field: "password" | "confirmation" | "form"; text: string } | null>(null);
  const [isLinkSpent, setLinkSpent] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = resetProblem({ token, password, confirmation });
    setProblem(found);
    if (found) {
      toast({ kind: "bad", title: "Error", description: found.text });
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    try {
      const { message } = await call("auth.resetPassword", { token, newPassword: password });
      onDone(message);
      // Every session of this account has just ended, this browser's among them if it was signed in.
      await refresh();
    } catch (error) {
      const text = (error instanceof Error && error.message) || "Failed to reset password. Please try again.";
      setProblem({ field: "form", text });
      setLinkSpent(error instanceof ApiError && error.code === "token-invalid");
      toast({ kind: "bad", title: "Error", description: text });
    } finally {
      setBusy(false);
    }
  }

  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setProblem(null);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        hint="At least 6 characters."
        value={password}
        onChange={change(setPassword)}
        error={problem?.field === "password" ? problem.text : null}
      />
      <PasswordField
        label="Confirm new password"
        name="confirm-password"
        autoComplete="new-password"
        value={confirmation}
        onChange={change(setConfirmation)}
        error={problem?.field === "confirmation" ? problem.text : null}
      />
      <FormProblem text={problem?.field === "form" ? problem.text : null} />
      <div className={styles.action}>
        <Button type="submit" variant="primary" size="lg" full busy={isBusy} disabled={!isOnline}>
          {isBusy ? "Resetting..." : "Reset Password"}
        </Button>
        {isLinkSpent && (
          <ButtonLink to="/forgot-password" size="lg" full>
            Request New Link
          </ButtonLink>
        )}
        <NeedsConnection />
      </div>
      <BackToLogIn />
    </form>
  );
}
