import { useState } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ApiError } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAuth, type LoginExtras } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { PasskeyProof } from "../../client/session/passkey-log-in.ts";
import type { Credentials } from "./credentials.ts";
import { FactorCodeField } from "./factor-code-field-lazy.ts";
import { FormProblem } from "./form-problem.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import styles from "./accounts.module.css";

type LogInFormProps = {
  credentials: Credentials;
  onDone: (user: OwnUser) => void;
  onForgot: () => void;
};

export function LogInForm({ credentials, onDone, onForgot }: LogInFormProps) {
  const { login, setUser } = useAuth();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  /** Null until the server asks for the second factor. */
  const [code, setCode] = useState<string | null>(null);
  /** What a passkey proved, once the server has asked whether to keep a deleted account. */
  const [proof, setProof] = useState<PasskeyProof | null>(null);

  const byPassword = (more: LoginExtras) =>
    login(credentials.email, credentials.password, { ...(code && { code }), ...more });

  async function byPasskey(more: Pick<LoginExtras, "keepAccount">) {
    const { askForPasskey, logInWithPasskey } = await import("../../client/session/passkey-log-in.ts");
    const shown = proof ?? (await askForPasskey());
    setProof(shown);
    const user = await logInWithPasskey(shown, more);
    setUser(user);
    return user;
  }

  async function logIn(start: () => Promise<OwnUser>) {
    setBusy(true);
    setProblem(null);
    try {
      onDone(await start());
      toast({ title: "Success", description: "You've been logged in successfully!" });
    } catch (error) {
      const refusal = error instanceof ApiError ? error.code : "";
      if (refusal === "second-factor-needed") return setCode("");
      setProblem(error instanceof Error ? error.message : "Login failed");
      setDeleted(refusal === "deletion-pending");
      if (refusal !== "deletion-pending") setProof(null);
      if (refusal === "login-failed") setCode(null);
      if (refusal !== "deletion-pending") toast({ kind: "bad", title: "Error", description: loginFailureText(error) });
    } finally {
      setBusy(false);
    }
  }

  const fields = (
    <>
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
    </>
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void logIn(() => byPassword({}));
      }}
    >
      {code === null ? fields : <FactorCodeField takesFocus value={code} onChange={setCode} />}
      <FormProblem text={problem} />
      {isDeleted && (
        <Button
          variant="primary"
          size="lg"
          full
          busy={isBusy}
          disabled={!isOnline}
          onClick={() => void logIn(() => (proof ? byPasskey : byPassword)({ keepAccount: true }))}
        >
          Keep My Account
        </Button>
      )}
      <div className={styles.action}>
        <Button
          type="submit"
          variant={isDeleted ? "secondary" : "primary"}
          size="lg"
          full
          busy={isBusy}
          disabled={!isOnline}
        >
          {isBusy ? "Logging in..." : "Log In"}
        </Button>
        {code === null && hasPasskeys() && (
          <Button full disabled={!isOnline || isBusy} onClick={() => void logIn(() => byPasskey({}))}>
            Use a Passkey
          </Button>
        )}
        <NeedsConnection />
      </div>
      {code === null ? (
        <button type="button" className={styles.forgot} onClick={onForgot}>
          Forgot your password?
        </button>
      ) : (
        <button
          type="button"
          className={styles.forgot}
          onClick={() => {
            setCode(null);
            setProblem(null);
          }}
        >
          Log in as somebody else
        </button>
      )}
    </form>
  );
}

/** Whether this browser can use passkeys, which it can on secure pages alone. */
const hasPasskeys = () => typeof PublicKeyCredential === "function";

/** Wrong credentials get the fixed text; a closed account or too many tries get the server's text. */
function loginFailureText(error: unknown): string {
  if (error instanceof ApiError && /^(passkey-|not-used)/.test(error.code)) return error.message;
  const saysMore = error instanceof ApiError && error.status !== 401 && error.status < 500 && error.message;
  return saysMore ? error.message : "Login failed. Please check your credentials.";
}
