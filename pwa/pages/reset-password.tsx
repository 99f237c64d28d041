import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { usePageTitle } from "../client/shell/page-title.ts";
import { toast } from "../client/shell/toasts.ts";
import { useTimedRedirect } from "../client/shell/use-timed-redirect.ts";
import { AccountScreen } from "../features/accounts/account-screen.tsx";
import { ResetPasswordForm } from "../features/accounts/reset-password-form.tsx";
import { ButtonLink } from "../ui/actions/button.tsx";
import styles from "../features/accounts/accounts.module.css";

/** Delays before the page redirects, in milliseconds. */
const AFTER_SUCCESS_MS = 3_000;
const AFTER_MISSING_TOKEN_MS = 2_000;

export function ResetPasswordPage() {
  usePageTitle("Reset Password");
  const [search] = useSearchParams();
  const token = search.get("token");
  const [message, setMessage] = useState<string | null>(null);
  if (!token) return <InvalidLink />;
  if (message !== null) return <Done message={message} />;
  return (
    <AccountScreen
      title="Reset password"
      intro={<p className={styles.intro}>Choose a new password for your account.</p>}
    >
      <ResetPasswordForm token={token} onDone={setMessage} />
    </AccountScreen>
  );
}

/** Only the toast shows the sentence: it survives the redirect until the reader closes it. */
function InvalidLink() {
  const reading = useTimedRedirect("/forgot-password", AFTER_MISSING_TOKEN_MS);
  useEffect(() => {
    const description = "Invalid password reset link. Please request a new one.";
    toast({ kind: "bad", title: "Error", description, stay: true });
  }, []);
  return (
    <AccountScreen title="Invalid Link" reading={reading}>
      <ButtonLink to="/forgot-password" replace size="lg" full>
        Request New Link
      </ButtonLink>
    </AccountScreen>
  );
}

function Done({ message }: { message: string }) {
  const reading = useTimedRedirect("/", AFTER_SUCCESS_MS);
  return (
    <AccountScreen
      title="Password changed"
      reading={reading}
      intro={
        <p className={styles.intro} role="status">
          {message || "Your password has been reset. You can log in with it now."}
        </p>
      }
    >
      <ButtonLink to="/" replace size="lg" full>
        Back to Home
      </ButtonLink>
    </AccountScreen>
  );
}
