import { useState } from "react";
import { usePageTitle } from "../client/shell/page-title.ts";
import { AccountScreen } from "../features/accounts/account-screen.tsx";
import { BackToLogIn } from "../features/accounts/back-to-log-in.tsx";
import { ForgotPasswordForm } from "../features/accounts/forgot-password-form.tsx";
import { Button } from "../ui/actions/button.tsx";
import styles from "../features/accounts/accounts.module.css";

export function ForgotPasswordPage() {
  usePageTitle("Forgot Password");
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <AccountScreen
        title="Check your email"
        intro={
          <p className={styles.intro} role="status">
            If there is an account for <b>{email.trim()}</b>, a reset link is on its way. The link expires in 1 hour.
          </p>
        }
      >
        <p className={styles.small}>No mail after a minute? Check the spam folder.</p>
        <Button size="lg" full onClick={() => setSent(false)}>
          Try Again
        </Button>
        <BackToLogIn />
      </AccountScreen>
    );
  }
  return (
    <AccountScreen
      title="Forgot your password?"
      intro={<p className={styles.intro}>Enter your email and we send you a link to set a new one.</p>}
    >
      <ForgotPasswordForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
    </AccountScreen>
  );
}
