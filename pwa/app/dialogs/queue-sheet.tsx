// Lists commands that wait on this device or were refused, with recipient, time and actions.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { clock } from "../../../shared/kit/dates.ts";
import { sendsWhenClosed } from "../../client/sync/background-sync.ts";
import { removeStaleEntryDrafts } from "../../client/edits/drafts.ts";
import { useOnline } from "../../client/api/online.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { useProgress } from "../../client/sync/sync-status.ts";
import type { NamedItem } from "../../client/sync/queue-items.ts";
import { useNamedEntries } from "../../client/sync/queue-entries.ts";
import { sendNow } from "../../client/sync/sync-state.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { runOrToast, QueueRow } from "./queue-row.tsx";
import styles from "./queue-sheet.module.css";

export function QueueSheet({ onClose }: { onClose: () => void }) {
  const items = useNamedEntries();
  const userId = useCurrentStore((state) => state.userId);
  useEffect(() => {
    if (userId && items)
      removeStaleEntryDrafts(
        userId,
        items.map(({ id }) => id),
      );
  }, [userId, items]);
  const refused = items?.filter(({ state }) => state === "attention") ?? [];
  const waiting = items?.filter(({ state }) => state !== "attention") ?? [];
  const isRefusedAlone = refused.length > 0 && waiting.length === 0;
  const isEmpty = items?.length === 0;
  useCloseAfterDecisions(isEmpty, isRefusedAlone, onClose);

  return (
    <Sheet
      open
      onClose={onClose}
      side="bottom"
      title={isRefusedAlone ? "Needs you" : "Waiting to send"}
      foot={
        isRefusedAlone ? (
          <p className={styles.note}>
            Not sent. {refused.length === 1 ? "It stays" : "They stay"} here until you decide.
          </p>
        ) : (
          !isEmpty && <WaitingFoot canSend={waiting.some(({ needsVerification }) => !needsVerification)} />
        )
      }
    >
      {isEmpty && <p className={styles.empty}>Nothing is waiting.</p>}
      {refused.length > 0 && waiting.length > 0 ? (
        <>
          <Group title="Needs you" items={refused} onLeave={onClose} />
          <Group title="Sends by itself" items={waiting} onLeave={onClose} />
        </>
      ) : (
        <Rows items={items ?? []} onLeave={onClose} />
      )}
    </Sheet>
  );
}

/** Closes the sheet once the user has discarded the last row that needed a decision. */
function useCloseAfterDecisions(isEmpty: boolean, isRefusedAlone: boolean, onClose: () => void) {
  const neededUser = useRef(false);
  useLayoutEffect(() => {
    if (isEmpty && neededUser.current) onClose();
    neededUser.current = isRefusedAlone;
  }, [isEmpty, isRefusedAlone, onClose]);
}

function WaitingFoot({ canSend }: { canSend: boolean }) {
  const isOnline = useOnline();
  const trouble = useProgress((state) => state.trouble);
  const [isBusy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    await runOrToast(sendNow());
    setBusy(false);
  }

  return (
    <div className={styles.foot}>
      <Button size="lg" full busy={isBusy} disabled={!isOnline || !canSend} onClick={() => void send()}>
        {isBusy ? "Sending..." : "Send now"}
      </Button>
      <p className={styles.note}>{noteFor(isOnline, trouble)}</p>
    </div>
  );
}

type RowsProps = {
  items: readonly NamedItem[];
  onLeave: () => void;
};

function Group({ title, ...rows }: RowsProps & { title: string }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>{title}</h3>
      <Rows {...rows} />
    </section>
  );
}

function Rows({ items, onLeave }: RowsProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <QueueRow key={item.id} item={item} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function noteFor(isOnline: boolean, trouble: { nextTryAt: number | null } | null): string {
  const closed = sendsWhenClosed() ? "" : " Sends when Tailhour is open.";
  if (isOnline && trouble) {
    const { nextTryAt } = trouble;
    return `Could not be sent several times. ${nextTryAt === null ? "Trying again now." : `Tries again at ${clock(new Date(nextTryAt))}.`}`;
  }
  if (isOnline) return `Sends by itself.${closed}`;
  return `Needs a connection.${closed || " Sends by itself when you have signal."}`;
}
