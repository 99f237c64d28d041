import { Pencil } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import { paperNames, type PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import { hourFigures, paperLabels, paperState, paperText } from "../../../../shared/domain/eligibility/wallet-rules.ts";
import { dayWithYear } from "../../../../shared/kit/dates.ts";
import { useToday } from "../../../client/shell/hydrated.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { useWallet, type ReadyWallet } from "../../../client/wallet/wallet.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { Pending } from "../../../ui/display/pending.tsx";
import { PrivateNote } from "../../../ui/display/private-note.tsx";
import { TermList } from "../../../ui/display/term-list.tsx";
import { Verdict } from "../../../ui/display/verdict.tsx";
import { lazyComponent } from "../../../ui/hooks/lazy-component.tsx";
import { OtherEdit } from "./other-edit.tsx";
import { Papers } from "./papers.tsx";
import { WhereKept } from "./where-kept.tsx";
import type { PaperDialogProps } from "./paper-dialog.tsx";
import styles from "./wallet.module.css";

const PaperDialog = lazyComponent<PaperDialogProps>(async () => (await import("./paper-dialog.tsx")).PaperDialog, {
  dismiss: ({ onClose }) => onClose(),
});

/** The user's papers and hours, and where they are kept. */
export function WalletPanels({ userId }: { userId: string }) {
  const shown = useWallet(userId);
  const [open, setOpen] = useState<PaperName | null>(null);
  return (
    <>
      <PrivateNote main="Nothing is shared by itself." className={styles.private}>
        A request tells the owner OK, low or missing for each minimum, and shows only the papers you pick for that
        request, until it ends.
      </PrivateNote>
      {shown.state === "loading" && <Pending />}
      {shown.state === "failed" && <p role="alert">This {deviceWord()} stores nothing for this site.</p>}
      {shown.state === "ready" && (
        <div className={styles.columns}>
          <div>
            <Certificates userId={userId} shown={shown} onEdit={setOpen} />
            <Hours userId={userId} shown={shown} onEdit={() => setOpen("hours")} />
          </div>
          <div className={styles.aside}>
            <Papers userId={userId} scans={shown.scans} />
            <WhereKept userId={userId} copyRev={shown.copyRev} hasScans={shown.scans.length > 0} />
          </div>
          {open && <PaperDialog userId={userId} name={open} wallet={shown.wallet} onClose={() => setOpen(null)} />}
        </div>
      )}
    </>
  );
}

type PartProps<Edit> = { userId: string; shown: Pick<ReadyWallet, "wallet" | "theirs">; onEdit: Edit };

function Certificates({ userId, shown: { wallet, theirs }, onEdit }: PartProps<(name: PaperName) => void>) {
  const today = useToday();
  return (
    <section aria-labelledby="certificates-title">
      <h2 id="certificates-title">Certificates</h2>
      <ul className={styles.rows}>
        {paperNames
          .filter((name) => name !== "hours")
          .map((name) => {
            const state = paperState(name, wallet, today);
            return (
              <li key={name} className={styles.row}>
                <span className={styles.words}>
                  <span className={styles.key}>{paperLabels[name]}</span>
                  <span className={styles.value}>{paperText(name, wallet) ?? "None"}</span>
                </span>
                {state && (
                  <span className={styles.state}>
                    <Verdict tone={state.tone}>{state.words}</Verdict>
                  </span>
                )}
                <IconButton
                  icon={Pencil}
                  label={`Edit ${paperLabels[name].toLowerCase()}`}
                  className={styles.edit}
                  onClick={() => onEdit(name)}
                />
                {theirs[name] !== undefined && <OtherEdit userId={userId} name={name} theirs={theirs} />}
              </li>
            );
          })}
      </ul>
    </section>
  );
}

function Hours({ userId, shown: { wallet, theirs }, onEdit }: PartProps<() => void>) {
  const { hours } = wallet;
  return (
    <section aria-labelledby="hours-title" className={styles.hours}>
      <div className={styles.head}>
        <h2 id="hours-title">Hours</h2>
        <Button size="sm" onClick={onEdit}>
          <Icon of={Pencil} size="s" />
          {hours ? "Change hours" : "Add hours"}
        </Button>
      </div>
      {hours ? (
        <>
          <TermList terms={hourFigures(hours)} />
          <p className="hint">Your own figures, last changed {dayWithYear(hours.countedOn)}.</p>
        </>
      ) : (
        <p className="muted">Total time, time by type and landings are compared with what owners ask.</p>
      )}
      {theirs.hours !== undefined && <OtherEdit userId={userId} name="hours" theirs={theirs} />}
    </section>
  );
}
