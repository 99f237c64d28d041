import { useId, useState, type SubmitEvent } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useOnline } from "../../client/api/online.ts";
import { usePasswordMin } from "../../client/session/password-min.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { NewPasswordFields, noPassword, type NewPassword } from "../../ui/form/password-field.tsx";
import { adminPasswordProblem, type AdminPasswordProblem } from "./admin-password-rules.ts";
import styles from "./reset-password-dialog.module.css";

type ResetPasswordDialogProps = {
  user: OwnUser;
  /** Resolves to null when it failed; a toast has then shown the reason. */
  onReset: (user: OwnUser, newPassword: string) => Promise<OwnUser | null>;
  /** For a user who can no longer show it; absent for one without a second factor. */
  onRemoveFactor?: (() => void) | undefined;
  onClose: () => void;
};

/** Sets another user's password. */
export function ResetPasswordDialog({ user, onReset, onRemoveFactor, onClose }: ResetPasswordDialogProps) {
  const formId = useId();
  const isOnline = useOnline();
  const min = usePasswordMin();
  const [typed, setTyped] = useState(noPassword);
  const [problem, setProblem] = useState<AdminPasswordProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = adminPasswordProblem(typed, min);
    setProblem(found);
    if (found) {
      toast({ kind: "bad", title: found.title, description: found.text });
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    const changed = await onReset(user, typed.password);
    setBusy(false);
    if (changed) onClose();
  }

  const change = (fields: Partial<NewPassword>) => {
    setTyped((now) => ({ ...now, ...fields }));
    setProblem(null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reset password"
      description={`For ${user.name}, ${user.email}. Every session of theirs ends.`}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy} disabled={!isOnline}>
            {isBusy ? "Resetting..." : "Reset Password"}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* Tells password managers whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <NewPasswordFields typed={typed} onChange={change} min={min} problem={problem} />
        {onRemoveFactor && (
          <p className={styles.factor}>
            A log-in also asks for a code of the authenticator app.
            <Button size="sm" variant="quiet" onClick={onRemoveFactor}>
              Lost the App and All Recovery Codes?
            </Button>
          </p>
        )}
        {!isOnline && (
          <p role="status" className={styles.needs}>
            Needs a connection
          </p>
        )}
      </form>
    </Dialog>
  );
}
