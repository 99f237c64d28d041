// What waits on this device: for whom, since when, and what can be done about it.
import {
  CircleAlert,
  CalendarClock,
  Heart,
  MessageSquare,
  Plane,
  Star,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { timeLabel } from "../../shared/kit/dates.ts";
import { sendsWhenClosed } from "../client/background.ts";
import { useOnline } from "../client/online.ts";
import type { QueueItem } from "../client/queue-items.ts";
import { discard, retry, sendNow, useQueueEntries } from "../client/sync-state.ts";
import { toast } from "../client/toasts.ts";
import { BottomSheet } from "../ui/bottom-sheet.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./queue-sheet.module.css";

const icons: Readonly<Record<string, LucideIcon>> = {
  favorites: Heart,
  messages: MessageSquare,
  aircraft: Plane,
  bookings: CalendarClock,
  reviews: Star,
  profile: UserRound,
};

export function QueueSheet({ onClose }: { onClose: () => void }) {
  const items = useQueueEntries();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const hasSendable = items?.some(({ state }) => state !== "attention") ?? false;

  async function send() {
    setBusy(true);
    await said(sendNow());
    setBusy(false);
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title="Waiting to send"
      foot={
        <div className={styles.foot}>
          <Button size="lg" full busy={isBusy} disabled={!isOnline || !hasSendable} onClick={() => void send()}>
            {isBusy ? "Sending..." : "Send now"}
          </Button>
          <p className={styles.note}>{noteFor(isOnline)}</p>
        </div>
      }
    >
      {items?.length === 0 && <p className={styles.empty}>Nothing is waiting.</p>}
      <ul className={styles.list}>
        {items?.map((item) => (
          <QueueRow key={item.id} item={item} />
        ))}
      </ul>
    </BottomSheet>
  );
}

function noteFor(isOnline: boolean): string {
  const closed = sendsWhenClosed() ? "" : " Sends when Tailhour is open.";
  if (isOnline) return `Sends by itself.${closed}`;
  return `Needs a connection.${closed || " Sends by itself when you have signal."}`;
}

function QueueRow({ item }: { item: QueueItem }) {
  const { id, name, what, about, at, state, reason, canRetry, canDiscard } = item;
  const isRefused = state === "attention";
  const time = timeLabel(at, new Date());
  const when = isRefused ? `Refused ${time}` : state === "sending" ? `Sending since ${time}` : time;
  return (
    <li className={styles.row}>
      <span className={classNames(styles.mark, isRefused && styles.refused)}>
        <Icon of={isRefused ? CircleAlert : (icons[name.split(".")[0] ?? ""] ?? Plane)} />
      </span>
      <b className={styles.what}>{what}</b>
      <p className={styles.about}>
        {about && <span className={styles.text}>{about}</span>}
        <span className={styles.when}>{about ? `· ${when}` : when}</span>
      </p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {(canRetry || canDiscard) && (
        <div className={styles.actions}>
          {canRetry && (
            <Button size="sm" aria-label={`Try again: ${what}`} onClick={() => void said(retry(id))}>
              Try again
            </Button>
          )}
          {canDiscard && (
            <Button size="sm" variant="quiet" aria-label={`Delete: ${what}`} onClick={() => void said(discard(id))}>
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** What could not be done is said; nothing was changed then. */
async function said(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (problem) {
    toast({ kind: "bad", title: "Error", description: (problem as Error).message });
  }
}
