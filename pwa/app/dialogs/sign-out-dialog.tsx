// Asks at sign-out whether to keep unsent changes for the next sign-in or discard them.
import { useSignOut } from "../../client/session/sign-out.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import styles from "./sign-out-dialog.module.css";

export function SignOutDialog() {
  const question = useSignOut((state) => state.question);
  if (!question) return null;
  const { left, answer } = question;
  const what = left === 1 ? "1 change has" : `${left} changes have`;
  return (
    <Dialog
      open
      onClose={() => answer("stay")}
      title="Log out with changes not sent?"
      description={`${what} not been sent yet.`}
    >
      <div className={styles.choices}>
        <Button full data-autofocus="" onClick={() => answer("keep")}>
          Keep for my next log-in
        </Button>
        <p className={styles.hint}>Stays on this device, hidden, until you log in here again.</p>
        <Button full variant="danger" onClick={() => answer("discard")}>
          {left === 1 ? "Discard 1 change" : `Discard ${left} changes`}
        </Button>
        <Button full variant="quiet" onClick={() => answer("stay")}>
          Stay logged in
        </Button>
      </div>
    </Dialog>
  );
}
