import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { paperNames, type PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import { paperText } from "../../../../shared/domain/eligibility/wallet-rules.ts";
import { paperTitles } from "../../../../shared/domain/eligibility/paper-terms.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { sharePapers } from "../../../client/wallet/sharing.ts";
import { useWallet } from "../../../client/wallet/wallet.ts";
import { Pending } from "../../../ui/display/pending.tsx";
import { PrivateNote } from "../../../ui/display/private-note.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { sayProblem } from "../use-steps.ts";
import styles from "./share-papers-dialog.module.css";

export type SharePapersDialogProps = {
  userId: string;
  bookingId: string;
  /** The papers that are shared now. */
  shared: readonly PaperName[];
  /** First name of the owner. */
  owner: string;
  onClose: () => void;
};

/** The pilot ticks the papers that the owner of one booking can open. */
export function SharePapersDialog({ userId, bookingId, shared, owner, onClose }: SharePapersDialogProps) {
  const wallet = useWallet(userId);
  const [chosen, setChosen] = useState<readonly PaperName[]>(shared);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function save() {
    setBusy(true);
    try {
      await sharePapers(userId, bookingId, chosen);
      onClose();
    } catch (problem) {
      sayProblem(problem);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title="Share papers"
      onClose={onClose}
      onCancel={onClose}
      onSubmit={save}
      isBusy={isBusy}
      form={form}
      className={styles.form}
      note={
        <PrivateNote main="Nothing is shared by itself." className={styles.note}>
          {owner} can open what you tick, as your wallet has it now, until the booking ends. Then it is gone from
          Tailhour.
        </PrivateNote>
      }
    >
      {wallet.state === "loading" && <Pending />}
      {wallet.state === "failed" && <p role="alert">This {deviceWord()} stores nothing for this site.</p>}
      {wallet.state === "ready" && (
        <Papers
          papers={paperNames.flatMap((name) => {
            const words = paperText(name, wallet.wallet);
            if (words === null && !shared.includes(name)) return [];
            return [{ name, words: words ?? `Not in the wallet of this ${deviceWord()}` }];
          })}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <Link to="/wallet" className={styles.wallet}>
        Open wallet
      </Link>
    </FormDialog>
  );
}

type PapersProps = {
  papers: readonly { name: PaperName; words: string }[];
  chosen: readonly PaperName[];
  onChoose: (names: readonly PaperName[]) => void;
};

function Papers({ papers, chosen, onChoose }: PapersProps) {
  if (papers.length === 0) return <p className="muted">Your wallet is empty.</p>;
  const tick = (name: PaperName, isTicked: boolean) =>
    onChoose(paperNames.filter((one) => (one === name ? isTicked : chosen.includes(one))));
  return (
    <div role="group" aria-label="Papers">
      {papers.map(({ name, words }) => (
        <Checkbox key={name} checked={chosen.includes(name)} onChange={(isTicked) => tick(name, isTicked)}>
          <span className={styles.paper}>
            <b>{paperTitles[name]}</b>
            <span className="muted">{words}</span>
          </span>
        </Checkbox>
      ))}
    </div>
  );
}
