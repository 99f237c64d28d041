import { useState } from "react";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { dayIn, shortDay } from "../../../../shared/kit/dates.ts";
import { ApiError, call } from "../../../client/api/call.ts";
import { useAuth } from "../../../client/session/session.tsx";
import { toast } from "../../../client/shell/toasts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { TitledCard } from "../../../ui/display/titled-card.tsx";
import { FormProblem } from "../form-problem.tsx";
import { AccountDialog, OwnPassword } from "./account-dialog.tsx";
import { useFormProblem } from "./form-problems.ts";
import styles from "./account-card.module.css";

/** Deletes the account: says what goes and what stays, then asks for the password. */
export function DeleteCard({ user }: { user: OwnUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TitledCard title="Delete account">
      <p className={styles.text}>
        Hides your account and your listings at once. For seven days you can keep it by logging in; then it is erased.
      </p>
      <Button variant="danger" full onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      {isOpen && <DeleteDialog user={user} onClose={() => setOpen(false)} />}
    </TitledCard>
  );
}

function DeleteDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const { refresh } = useAuth();
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const { isBusy, setBusy, problems, clear, refuse } = useFormProblem();

  async function submit(form: HTMLFormElement) {
    if (!password) return refuse(form, { password: "Please enter your password" });
    setBusy(true);
    setRefused(null);
    try {
      const { erasedAt } = await call("account.delete", { password });
      const day = shortDay(dayIn(new Date(erasedAt)));
      toast({ title: "Account deleted", description: `Log in before ${day} to keep it.`, stay: true });
      onClose();
      // The session has ended: this hides the user's data on this device.
      await refresh();
      // Of the cards only a line at the top is left.
      window.scrollTo({ top: 0, behavior: "instant" });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      const text = error instanceof Error && error.message ? error.message : "Failed to delete the account.";
      if (!fields["password"]) setRefused(text);
      refuse(form, fields, text);
      setBusy(false);
    }
  }

  return (
    <AccountDialog
      user={user}
      title="Delete your account?"
      action={isBusy ? "Deleting..." : "Delete Account"}
      isDanger
      isBusy={isBusy}
      before={
        <div className={styles.facts}>
          <h3>At once</h3>
          <ul>
            <li>You are signed out on every device.</li>
            <li>Your profile and your listings are hidden; open requests end.</li>
          </ul>
          <h3>After seven days</h3>
          <ul>
            <li>Your name, address, pictures, listings, wallet copy, favorites and searches are erased.</li>
            <li>Messages and reviews that others have stay, from a «Former member».</li>
          </ul>
        </div>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <OwnPassword
        value={password}
        onChange={(value) => {
          setPassword(value);
          clear();
        }}
        error={problems["password"] ?? null}
      />
      <FormProblem text={refused} />
    </AccountDialog>
  );
}
