import { useState, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { ApiError, call } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { usePasswordMin } from "../../client/session/password-min.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Button, ButtonLink } from "../../ui/actions/button.tsx";
import { NewPasswordFields, noPassword, type NewPassword } from "../../ui/form/password-field.tsx";
import { BackToLogIn } from "./back-to-log-in.tsx";
import { FormProblem } from "./form-problem.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import { resetProblem } from "./reset-password-rules.ts";
import styles from "./accounts.module.css";

type ResetPasswordFormProps = {
  token: string;
  /** Receives the server's message. */
  onDone: (message: string) => void;
};

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const { refresh } = useAuth();
  const isOnline = useOnline();
  const min = usePasswordMin();
  const [typed, setTyped] = useState(noPassword);
  const [problem, setProblem] = useState<{ field: "password" | "confirmation" | "form"; text: string } | null>(null);
  const [isLinkSpent, setLinkSpent] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = resetProblem({ token, ...typed, min });
    setProblem(found);
    if (found) {
      toast({ kind: "bad", title: "Error", description: found.text });
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    try {
      const { message } = await call("auth.resetPassword", { token, newPassword: typed.password });
      onDone(message);
      // The reset ended every session of this account, including this browser's.
      await refresh();
    } catch (error) {
      const reason = error instanceof ApiError && error.fields["newPassword"];
      const text = reason || (error instanceof Error && error.message) || "Failed to reset password. Please try again.";
      // React may render later than the next frame; flushSync marks the field before the focus moves to it.
      flushSync(() => setProblem({ field: reason ? "password" : "form", text }));
      setLinkSpent(error instanceof ApiError && error.code === "token-invalid");
      toast({ kind: "bad", title: "Error", description: text });
      form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    } finally {
      setBusy(false);
    }
  }

  const change = (fields: Partial<NewPassword>) => {
    setTyped((now) => ({ ...now, ...fields }));
    setProblem(null);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <NewPasswordFields typed={typed} onChange={change} min={min} problem={problem} />
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
