import { useId, useState, type SubmitEvent } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useOnline } from "../../client/online.ts";
import { toast } from "../../client/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { resetProblem, type ResetProblem } from "./reset-password-rules.ts";
import styles from "./reset-password-dialog.module.css";

interface ResetPasswordDialogProps {
  user: OwnUser;
  /** Gives null when it did not work; the reason has been told. */
  onReset: (user: OwnUser, newPassword: string) => Promise<OwnUser | null>;
  onClose: () => void;
}

/** Sets another person's password. */
export function ResetPasswordDialog({ user, onReset, onClose }: ResetPasswordDialogProps) {
  const formId = useId();
  const isOnline = useOnline();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problem, setProblem] = useState<ResetProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = resetProblem(password, confirmation);
    setProblem(found);
    if (found) {
      toast({ kind: "bad", title: found.title, description: found.text });
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    const changed = await onReset(user, password);
    setBusy(false);
    if (changed) onClose();
  }

  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
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
        {/* For password managers: whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
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
        {!isOnline && (
          <p role="status" className={styles.needs}>
            Needs a connection
          </p>
        )}
      </form>
    </Dialog>
  );
}
