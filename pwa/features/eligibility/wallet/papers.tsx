import { Camera, Plus } from "../../../ui/icons/icons.ts";
import { useRef, useState } from "react";
import { paperTitles } from "../../../../shared/domain/eligibility/paper-terms.ts";
import { MAX_SCANS, pagesWords, scanTitle } from "../../../../shared/domain/eligibility/scan-rules.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import type { Scan } from "../../../client/wallet/scans.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { PaperList, PaperRow } from "../../../ui/display/paper-list.tsx";
import { lazyComponent } from "../../../ui/hooks/lazy-component.tsx";
import { useFocusAfterRemoval } from "../../../ui/hooks/use-focus-after-removal.ts";
import type { AddPaperDialogProps } from "./add-paper-dialog.tsx";
import { ScanRow } from "./scan-row.tsx";
import { StopButton } from "./stop-button.tsx";
import { useShares, useShareWords, useStopSharing, type Share, type StopSharing } from "./use-shares.ts";
import styles from "./papers.module.css";

const AddPaperDialog = lazyComponent<AddPaperDialogProps>(
  async () => (await import("./add-paper-dialog.tsx")).AddPaperDialog,
  { dismiss: ({ onClose }) => onClose() },
);

/** Photographed papers, and what owners can open now: each with its booking, and the way to stop that. */
export function Papers({ userId, scans }: { userId: string; scans: readonly Scan[] }) {
  const shares = useShares(userId);
  const stop = useStopSharing();
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(list, {
    buttons: "li button",
    count: scans.length + shares.reduce((sum, { shared }) => sum + shared.names.length + shared.scans.length, 0),
    headingOf: "section",
  });
  const own = new Set(scans.map(({ id }) => id));
  const isEmpty = scans.length === 0 && shares.length === 0;
  return (
    <section aria-labelledby="papers-title" ref={list} {...focusAfterRemoval}>
      <div className={styles.head}>
        <h2 id="papers-title">Papers</h2>
        {scans.length < MAX_SCANS && (
          <Button size="sm" aria-label="Add paper" onClick={() => setAdding(true)}>
            <Icon of={Plus} size="s" className={styles.wide} />
            <Icon of={Camera} size="s" className={styles.narrow} />
            <span>
              Add<span className={styles.wide}> paper</span>
            </span>
          </Button>
        )}
      </div>
      {!isEmpty && (
        <PaperList>
          {scans.map((scan) => (
            <ScanRow key={scan.id} userId={userId} scan={scan} shares={shares} onStop={stop} />
          ))}
          {shares.map((share) => (
            <SharedWith key={share.booking.id} userId={userId} share={share} own={own} onStop={stop} />
          ))}
        </PaperList>
      )}
      {isEmpty && (
        <p className="muted">
          None. Photographs of a certificate or a logbook page stay on this {deviceWord()} until you share them from the
          card of a request.
        </p>
      )}
      {shares.length > 0 && (
        <p className="hint">An owner reads a paper as it was when you shared it. Share it again to update it.</p>
      )}
      {scans.length >= MAX_SCANS && (
        <p className="hint">{MAX_SCANS} papers at most. Remove one before you add another.</p>
      )}
      {isAdding && <AddPaperDialog userId={userId} onClose={() => setAdding(false)} />}
    </section>
  );
}

type SharedWithProps = {
  userId: string;
  share: Share;
  /** Ids of the photographed papers of this device, which have their own rows. */
  own: ReadonlySet<string>;
  onStop: StopSharing;
};

/** What one booking shows besides photographs of this device, and its change that waits. */
function SharedWith({ userId, share, own, onStop }: SharedWithProps) {
  const words = useShareWords(userId, share);
  const { shared, waiting } = share;
  const rows = [
    ...shared.names.map((name) => ({
      name: name,
      title: paperTitles[name],
      about: "",
      isCard: name === "certificate",
    })),
    ...shared.scans
      .filter(({ id }) => !own.has(id))
      .map((scan) => ({
        name: scan.id,
        title: scanTitle(scan),
        about: `${pagesWords(scan.pages)}, not on this ${deviceWord()}. `,
        isCard: scan.kind === "certificate",
      })),
  ];
  return (
    <>
      {rows.map(({ name, title, about, isCard }) => (
        <PaperRow
          key={name}
          isCard={isCard}
          isLong
          title={title}
          words={`${about}Shown to ${words.owner} for the request of ${words.day}.`}
          action={
            <StopButton title={title} {...words} onStop={() => onStop(share, { name, title, owner: words.owner })} />
          }
        />
      ))}
      {waiting && (
        <li className={styles.waiting}>
          {waiting.state === "attention"
            ? `Request of ${words.day}: not saved. ${waiting.reason ?? ""}`
            : `Request of ${words.day}: waiting for signal. Until then ${words.owner} can open what was shared before.`}
        </li>
      )}
    </>
  );
}
