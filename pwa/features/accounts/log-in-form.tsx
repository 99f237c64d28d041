import { useState, type SubmitEvent } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ApiError } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { Credentials } from "./credentials.ts";
import { FormProblem } from "./form-problem.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import styles from "./accounts.module.css";

type LogInFormProps = {
  credentials: Credentials;
  onDone: (user: OwnUser) => void;
  onForgot: () => void;
};

export function LogInForm({ credentials, onDone, onForgot }: LogInFormProps) {
  const { login } = useAuth();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onDone(await login(credentials.email, credentials.password));
      toast({ title: "Success", description: "You've been logged in successfully!" });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Login failed");
      toast({ kind: "bad", title: "Error", description: loginFailureText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={credentials.email}
        onChange={credentials.setEmail}
        data-autofocus=""
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={credentials.password}
        onChange={credentials.setPassword}
      />
      <FormProblem text={problem} />
      <div className={styles.action}>
        <Button type="submit" variant="primary" size="lg" full busy={isBusy} disabled={!isOnline}>
          {isBusy ? "Logging in..." : "Log In"}
        </Button>
        <NeedsConnection />
      </div>
      <button type="button" className={styles.forgot} onClick={onForgot}>
        Forgot your password?
      </button>
    </form>
  );
}

/** Wrong credentials get the fixed text; a closed account or too many tries get the server's text. */
function loginFailureText(error: unknown): string {
  const saysMore = error instanceof ApiError && error.status !== 401 && error.status < 500 && error.message;
  return saysMore ? error.message : "Login failed. Please check your credentials.";
}
