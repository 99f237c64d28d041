// Asks at sign-out about what would be lost: unsent changes, and a wallet without a copy.
import { useSignOut, type SignOutQuestion } from "../../client/session/sign-out.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import styles from "./sign-out-dialog.module.css";

type About<Kind extends SignOutQuestion["about"]> = { question: Extract<SignOutQuestion, { about: Kind }> };

export function SignOutDialog() {
  const question = useSignOut((state) => state.question);
  if (!question) return null;
  return question.about === "changes" ? <UnsentChanges question={question} /> : <WalletHere question={question} />;
}

function UnsentChanges({ question: { left, answer } }: About<"changes">) {
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

function WalletHere({ question: { answer } }: About<"wallet">) {
  return (
    <Dialog
      open
      onClose={() => answer("stay")}
      title="Log out and lose your wallet?"
      description={`Your wallet is on this ${deviceWord()} alone. Logging out removes it.`}
    >
      <div className={styles.choices}>
        <Button full data-autofocus="" onClick={() => answer("copy")}>
          Keep a copy on Tailhour, encrypted
        </Button>
        <p className={styles.hint}>Your devices have the wallet once you log in there.</p>
        <Button full variant="danger" onClick={() => answer("remove")}>
          Log out and remove the wallet
        </Button>
        <Button full variant="quiet" onClick={() => answer("stay")}>
          Stay logged in
        </Button>
      </div>
    </Dialog>
  );
}
