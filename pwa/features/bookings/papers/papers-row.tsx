import { ChevronRight, Lock } from "../../../ui/icons/icons.ts";
import { Fragment, useState } from "react";
import { counted } from "../../../../shared/kit/counted.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { sharedCount, sharedOf, waitingShare } from "../../../client/wallet/sharing.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { Verdict } from "../../../ui/display/verdict.tsx";
import { lazyComponent } from "../../../ui/hooks/lazy-component.tsx";
import { isSecondPress } from "../../../ui/overlay/overlay-history.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { countsOf, minimaWithVerdicts } from "./compared-minima.ts";
import type { RequestDialogProps } from "./request-dialog.tsx";
import type { SharePapersDialogProps } from "./share-papers-dialog.tsx";
import styles from "./papers-row.module.css";

const SharePapersDialog = lazyComponent<SharePapersDialogProps>(
  async () => (await import("./share-papers-dialog.tsx")).SharePapersDialog,
  { dismiss: ({ onClose }) => onClose() },
);
const RequestDialog = lazyComponent<RequestDialogProps>(
  async () => (await import("./request-dialog.tsx")).RequestDialog,
  { dismiss: ({ onClose }) => onClose() },
);

type PilotsProps = {
  booking: BookingWithStatus;
  /** First name of the owner. */
  owner: string;
  entries: readonly QueueItem[] | undefined;
  /** While not ready, a press is the second one of a button. */
  isReady: boolean;
};

/** For the pilot: which papers the owner can open, and the way to change that. */
export function PilotsPapersRow({ booking, owner, entries, isReady }: PilotsProps) {
  const [isOpen, setOpen] = useState(false);
  const shared = sharedOf(booking);
  const waiting = waitingShare(booking.id, entries);
  return (
    <>
      <button
        type="button"
        className={styles.row}
        onClick={(event) => isReady && !isSecondPress(event.timeStamp) && setOpen(true)}
      >
        <Icon of={Lock} size="s" />
        <span className={styles.words}>
          {sharedWords(sharedCount(shared), waiting)}
          {waiting && (
            <>
              {" "}
              <span className={styles.more}>
                {waiting.state === "attention" ? `Not saved. ${waiting.reason ?? ""}` : "Waiting for signal"}
              </span>
            </>
          )}
        </span>
        <Icon of={ChevronRight} size="s" />
      </button>
      {isOpen && (
        <SharePapersDialog
          userId={booking.pilotId}
          bookingId={booking.id}
          shared={shared}
          waiting={waiting}
          owner={owner}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function sharedWords(count: number, waiting: QueueItem | undefined): string {
  if (count > 0) return `${counted(count, "paper")} shared`;
  return waiting && waiting.state !== "attention" ? "No papers shared" : "Share papers";
}

/** Whether the owner's row has something to open. */
export function hasMinimaOrPapers(booking: BookingWithStatus): boolean {
  return minimaWithVerdicts(booking.eligibility).length > 0 || sharedCount(sharedOf(booking)) > 0;
}

/** For the owner: how the pilot compared; opens what was asked, and the shared papers. Renders nothing where there is none of it. */
export function OwnersPapersRow(props: Omit<RequestDialogProps, "onClose">) {
  const { booking } = props;
  const [isOpen, setOpen] = useState(false);
  const rows = minimaWithVerdicts(booking.eligibility);
  const papers = sharedCount(sharedOf(booking));
  if (rows.length === 0 && papers === 0) return null;
  const parts = [rows.length > 0 && "Minima", papers > 0 && counted(papers, "paper")].filter(Boolean);
  const counts = countsOf(rows);
  return (
    <>
      <button
        type="button"
        className={classNames(styles.row, styles.compared)}
        onClick={(event) => props.steps.isReady && !isSecondPress(event.timeStamp) && setOpen(true)}
      >
        <span className={styles.open}>{parts.join(" and ")}</span>{" "}
        {counts.length > 0 && (
          <span className={styles.verdicts}>
            {counts.map(({ verdict, text }, place) => (
              <Fragment key={verdict}>
                {place > 0 && <span className="vh">, </span>}
                <Verdict tone={verdict}>{text}</Verdict>
              </Fragment>
            ))}
          </span>
        )}
      </button>
      {isOpen && <RequestDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
