// Asks at sign-out about what would be lost: unsent changes, and a wallet without a copy.
import { useSignOut, type SignOutQuestion } from "../../client/session/sign-out.ts";
import type { WalletLoss } from "../../client/wallet/copy.ts";
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

function WalletHere({ question: { loss, answer } }: About<"wallet">) {
  const { what, why } = lossWords(loss);
  return (
    <Dialog open onClose={() => answer("stay")} title={`Log out and lose your ${what}?`} description={why}>
      <div className={styles.choices}>
        {loss === "wallet" && (
          <>
            <Button full data-autofocus="" onClick={() => answer("copy")}>
              Keep a copy on Tailhour, encrypted
            </Button>
            <p className={styles.hint}>
              Your devices have the wallet once you log in there. Photographs of papers are not part of it.
            </p>
          </>
        )}
        <Button full variant="danger" onClick={() => answer("remove")}>
          Log out and remove the {what}
        </Button>
        <Button
          full
          variant="quiet"
          {...(loss !== "wallet" && { "data-autofocus": "" })}
          onClick={() => answer("stay")}
        >
          Stay logged in
        </Button>
      </div>
    </Dialog>
  );
}

function lossWords(loss: WalletLoss): { what: string; why: string } {
  const here = deviceWord();
  switch (loss) {
    case "wallet":
      return { what: "wallet", why: `Your wallet is on this ${here} alone. Logging out removes it.` };
    case "photographs":
      return { what: "photographs", why: `Photographs of papers are on this ${here} alone. Logging out removes them.` };
    case "edits":
      return { what: "wallet", why: `Some of your wallet is on this ${here} alone: choose there what to keep first.` };
    default:
      return {
        what: "wallet",
        why: `Without a connection nobody can say whether your copy on Tailhour is complete. Logging out removes the wallet here.`,
      };
  }
}
