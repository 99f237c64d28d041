// The word on what has not left this device: quiet while nothing waits, a button to the queue while something does.
import { Check, CircleAlert, ClockFading, RefreshCw, type LucideIcon } from "lucide-react";
import { useState } from "react";
import type { SyncState } from "../client/progress.ts";
import { useSyncState } from "../client/sync-state.ts";
import { closeToast, toast, useToasts } from "../client/toasts.ts";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { latePart } from "../ui/late-part.tsx";
import styles from "./sync-pill.module.css";

const QueueSheet = latePart(
  async () => (await import("./queue-sheet.tsx")).QueueSheet,
  ({ onClose }) => {
    onClose();
    toast({ kind: "bad", title: "Needs a connection", description: "This part is not on this device yet." });
  },
);

interface Look {
  icon: LucideIcon;
  words: string;
  className: string | undefined;
}

function lookOf({ kind, waiting, failed, sending }: SyncState): Look | null {
  if (kind === "waiting") return { icon: ClockFading, words: `${waiting} waiting`, className: undefined };
  if (kind === "sending" && sending) {
    return { icon: RefreshCw, words: `Sending ${sending[0]} of ${sending[1]}`, className: styles.sending };
  }
  if (kind === "failed") return { icon: CircleAlert, words: `${failed} not sent`, className: styles.failed };
  if (kind === "sent") return { icon: Check, words: "All changes sent", className: styles.sent };
  return null;
}

/** What the toast said stands in the sheet, which it would lie over. */
function putToastAway() {
  const { shown } = useToasts.getState();
  if (shown && !shown.stay) closeToast(shown.id);
}

export function SyncPill() {
  const state = useSyncState();
  const [isOpen, setOpen] = useState(false);
  const look = lookOf(state);
  const content = look && (
    <>
      <Icon of={look.icon} size="s" />
      {look.words}
    </>
  );
  return (
    <>
      {/* The status line is always there, so that its words are read out when they appear. */}
      <span role="status" className="vh">
        {look?.words}
      </span>
      {look &&
        (state.kind === "sent" ? (
          <span aria-hidden className={classNames(styles.pill, look.className)}>
            {content}
          </span>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            className={classNames(styles.pill, look.className)}
            onClick={() => {
              putToastAway();
              setOpen(true);
            }}
          >
            {content}
          </button>
        ))}
      {isOpen && <QueueSheet onClose={() => setOpen(false)} />}
    </>
  );
}
