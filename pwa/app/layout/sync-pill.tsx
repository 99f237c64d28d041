// Shows the sync state: plain text while nothing waits, a button that opens the queue otherwise.
import type { Drawing } from "../../ui/icons/drawn.ts";
import { Check, CircleAlert, ClockArrowUp, RefreshCw } from "../../ui/icons/icons.ts";
import { useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { usePillPlace } from "../../client/shell/pill-place.ts";
import type { SyncState } from "../../client/sync/sync-status.ts";
import { useSyncState } from "../../client/sync/sync-state.ts";
import { closeToast, useToasts } from "../../client/shell/toasts.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import { useCloseOnNavigation } from "../effects/use-close-on-navigation.ts";
import styles from "./sync-pill.module.css";

const QueueSheet = lazyComponent(async () => (await import("../dialogs/queue-sheet.tsx")).QueueSheet, {
  dismiss: ({ onClose }) => onClose(),
});

type Look = {
  icon: Drawing;
  words: string;
  /** Shorter text for narrow places. */
  short: string;
  className: string | undefined;
};

function lookOf({ kind, waiting, failed, sending }: SyncState): Look | null {
  if (kind === "waiting")
    return { icon: ClockArrowUp, words: `${waiting} waiting`, short: `${waiting}`, className: undefined };
  if (kind === "sending" && sending) {
    const [at, of] = sending;
    return { icon: RefreshCw, words: `Sending ${at} of ${of}`, short: `${at}/${of}`, className: styles.sending };
  }
  if (kind === "failed")
    return { icon: CircleAlert, words: `${failed} not sent`, short: `${failed}`, className: styles.failed };
  if (kind === "sent") return { icon: Check, words: "All changes sent", short: "Sent", className: styles.sent };
  return null;
}

/** Closes the toast, since the sheet shows the same text and the toast would cover it. */
function closeCurrentToast() {
  const { shown } = useToasts.getState();
  if (shown && !shown.stay) closeToast(shown.id);
}

export function SyncPill() {
  const state = useSyncState();
  const [isOpen, setOpen] = useState(false);
  useCloseOnNavigation(isOpen, () => setOpen(false));
  const look = lookOf(state);
  const ownPlace = usePillPlace((places) => places.place);
  const isNarrow = useSyncExternalStore(subscribe, () => narrow().matches);
  const place = isNarrow ? ownPlace : null;
  const open = () => {
    closeCurrentToast();
    setOpen(true);
  };
  const shown = (
    <>
      {/* The status element always exists, so that screen readers announce text added to it. */}
      <span role="status" className="vh">
        {look?.words}
      </span>
      {look && <Pill look={look} onPress={state.kind === "sent" ? null : open} />}
    </>
  );
  return (
    <>
      {/* The status too: a page with its own slot may hide the header. */}
      {place ? createPortal(shown, place) : shown}
      {isOpen && <QueueSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function Pill({ look, onPress }: { look: Look; onPress: (() => void) | null }) {
  const { icon, words, short, className } = look;
  const content = (
    // New with each text: what is drawn anew does not count as moved.
    <span key={words} className={styles.content}>
      <Icon of={icon} size="s" />
      <span className={styles.words}>{words}</span>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
    </span>
  );
  if (!onPress) {
    return (
      <span aria-hidden className={classNames(styles.pill, className)}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" aria-haspopup="dialog" className={classNames(styles.pill, className)} onClick={onPress}>
      {content}
    </button>
  );
}

/** The header has no spare room on screens that show the tab bar. */
const narrow = () => matchMedia("(max-width: 63.9375em)");

function subscribe(listener: () => void) {
  const query = narrow();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
