import { useRef, useState, type SubmitEvent } from "react";
import { ApiError, call } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { BackToLogIn } from "./back-to-log-in.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import styles from "./accounts.module.css";

type ForgotPasswordFormProps = {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
};

export function ForgotPasswordForm({ email, onEmail, onSent }: ForgotPasswordFormProps) {
  const isOnline = useOnline();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function showProblem(text: string) {
    setProblem(text);
    toast({ kind: "bad", title: "Error", description: text });
    field.current?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!email.trim()) return showProblem("Please enter your email address");
    setBusy(true);
    setProblem(null);
    try {
      await call("auth.forgotPassword", { email: email.trim() });
      onSent();
    } catch (error) {
      const said = error instanceof ApiError && (error.fields["email"] || error.message);
      showProblem(said || "Failed to send reset email. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(next) => {
          onEmail(next);
          setProblem(null);
        }}
        error={problem}
      />
      <div className={styles.action}>
        <Button type="submit" variant="primary" size="lg" full busy={isBusy} disabled={!isOnline}>
          {isBusy ? "Sending..." : "Send Reset Link"}
        </Button>
        <NeedsConnection />
      </div>
      <BackToLogIn />
    </form>
  );
}
