import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { openDialog } from "../client/shell/dialogs.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { clearReturnPlace, returnPlace } from "../client/shell/return-place.ts";
import { useAuth } from "../client/session/session.tsx";
import { AccountScreen } from "../features/accounts/account-screen.tsx";
import { hasDemoMailbox } from "../features/accounts/demo-mailbox.tsx";
import { VerifyEmailForm } from "../features/accounts/verify-email-form.tsx";
import { Link } from "../ui/actions/link.tsx";
import styles from "../features/accounts/accounts.module.css";

export function VerifyEmailPage() {
  usePageTitle("Verify Email");
  const { user, loading } = useAuth();
  const email = user && !user.isEmailVerified ? user.email : null;
  const hasMailbox = useHasMailbox(email);
  if (!user && loading) return null;
  if (!user) return <Navigate to="/" replace />;
  if (user.isEmailVerified) return <RedirectBack />;
  return (
    <AccountScreen
      title="Verify your email"
      intro={
        <p className={styles.intro}>
          We sent a 6-digit code to <b>{user.email}</b>.
        </p>
      }
    >
      <VerifyEmailForm />
      <p className={styles.small}>No mail after a minute? Check the spam folder.</p>
      {hasMailbox && (
        <p className={styles.small}>
          This is a demo: the mail is in the{" "}
          <Link to={`/demo/mail?to=${encodeURIComponent(user.email)}`}>demo mailbox</Link>.
        </p>
      )}
    </AccountScreen>
  );
}

/** Returns to the previous page, or to home when it is unknown. */
function RedirectBack() {
  const [{ path, dialog }] = useState(returnPlace);
  useEffect(() => {
    clearReturnPlace();
    if (dialog) openDialog(dialog);
  }, [dialog]);
  return <Navigate to={path} replace />;
}

function useHasMailbox(email: string | null): boolean {
  const [hasMailbox, setHasMailbox] = useState(false);
  useEffect(() => {
    if (email) void hasDemoMailbox(email).then(setHasMailbox);
  }, [email]);
  return hasMailbox;
}
