import { useId, useState, type SubmitEvent } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useOnline } from "../../client/api/online.ts";
import { Button } from "../../ui/actions/button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import styles from "./reset-password-dialog.module.css";

type RemoveFactorDialogProps = {
  user: OwnUser;
  /** Resolves to null when it failed; a toast has then shown the reason. */
  onRemove: (user: OwnUser, why: string) => Promise<OwnUser | null>;
  onClose: () => void;
};

/** Removes the second factor of a user who can no longer show it. Asks how the admin knows who asks. */
export function RemoveFactorDialog({ user, onRemove, onClose }: RemoveFactorDialogProps) {
  const formId = useId();
  const isOnline = useOnline();
  const [why, setWhy] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    if (!why.trim()) {
      setProblem("Please say how you know who asks");
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    const changed = await onRemove(user, why);
    setBusy(false);
    if (changed) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove the second factor?"
      description={`${user.name}, ${user.email}, then logs in with the password alone. Every session of theirs ends, and they get a mail.`}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={isBusy} disabled={!isOnline}>
            {isBusy ? "Removing..." : "Remove Second Factor"}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="How do you know that it is them?"
          name="reason"
          hint="For the audit trail."
          maxLength={500}
          value={why}
          onChange={(value) => {
            setWhy(value);
            setProblem(null);
          }}
          error={problem}
          data-autofocus=""
        />
      </form>
    </Dialog>
  );
}
