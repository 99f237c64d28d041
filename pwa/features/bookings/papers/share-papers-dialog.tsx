import { useRef, useState } from "react";
import { paperNames } from "../../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../../shared/domain/eligibility/wallet.ts";
import { paperText } from "../../../../shared/domain/eligibility/wallet-rules.ts";
import { paperTitles } from "../../../../shared/domain/eligibility/paper-terms.ts";
import { pagesWords, scanTitle } from "../../../../shared/domain/eligibility/scan-rules.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { sharePapers, type Shared } from "../../../client/wallet/sharing.ts";
import type { Scan } from "../../../client/wallet/scans.ts";
import { useWallet } from "../../../client/wallet/wallet.ts";
import { Link } from "../../../ui/actions/link.tsx";
import { Pending } from "../../../ui/display/pending.tsx";
import { PrivateNote } from "../../../ui/display/private-note.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { sayProblem } from "../use-steps.ts";
import styles from "./share-papers-dialog.module.css";

export type SharePapersDialogProps = {
  userId: string;
  bookingId: string;
  /** What is shared now, and the latest change of it that waits. */
  shared: Shared;
  waiting: QueueItem | undefined;
  /** First name of the owner. */
  owner: string;
  onClose: () => void;
};

/** The pilot ticks the papers that the owner of one booking can open. */
export function SharePapersDialog({ userId, bookingId, shared, waiting, owner, onClose }: SharePapersDialogProps) {
  const wallet = useWallet(userId);
  const [chosen, setChosen] = useState<readonly string[]>([...shared.names, ...shared.scans.map(({ id }) => id)]);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function save() {
    setBusy(true);
    try {
      const names = paperNames.filter((name) => chosen.includes(name));
      const scanIds = chosen.filter((one) => !paperNames.some((name) => name === one));
      await sharePapers(userId, { bookingId, names, scanIds }, { shared, waiting });
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
          papers={[...statedPapers(wallet.wallet, shared), ...photographed(wallet.scans, shared)]}
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

/** `name`: that of a paper, or the id of a photographed one. */
type Choice = { name: string; title: string; words: string };

const notHere = () => `Not in the wallet of this ${deviceWord()}`;

function statedPapers(wallet: Wallet, { names }: Shared): Choice[] {
  return paperNames.flatMap((name) => {
    const words = paperText(name, wallet);
    if (words === null && !names.includes(name)) return [];
    return [{ name, title: paperTitles[name], words: words ?? notHere() }];
  });
}

function photographed(scans: readonly Scan[], shared: Shared): Choice[] {
  const here = scans.map(({ id, pages, ...scan }) => ({
    name: id,
    title: scanTitle(scan),
    words: `Photographed, ${pagesWords(pages.length)}`,
  }));
  const elsewhere = shared.scans
    .filter(({ id }) => !scans.some((scan) => scan.id === id))
    .map((scan) => ({ name: scan.id, title: scanTitle(scan), words: notHere() }));
  return [...here, ...elsewhere];
}

type PapersProps = {
  papers: readonly Choice[];
  chosen: readonly string[];
  onChoose: (names: readonly string[]) => void;
};

function Papers({ papers, chosen, onChoose }: PapersProps) {
  if (papers.length === 0) return <p className="muted">Your wallet is empty.</p>;
  const tick = (name: string, isTicked: boolean) =>
    onChoose(papers.flatMap((one) => ((one.name === name ? isTicked : chosen.includes(one.name)) ? [one.name] : [])));
  return (
    <div role="group" aria-label="Papers">
      {papers.map(({ name, title, words }) => (
        <Checkbox key={name} checked={chosen.includes(name)} onChange={(isTicked) => tick(name, isTicked)}>
          <span className={styles.paper}>
            <b>{title}</b>
            <span className="muted">{words}</span>
          </span>
        </Checkbox>
      ))}
    </div>
  );
}
