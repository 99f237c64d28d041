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
import { useEffect, useState, type FormEvent } from "react";
import { clock, timeLabel } from "../../shared/kit/dates.ts";
import { sendsWhenClosed } from "../client/background.ts";
import { openDialog } from "../client/dialogs.ts";
import { forgetEntryDrafts, keepDraft, keptDraft, ofEntry } from "../client/drafts.ts";
import { useOnline } from "../client/online.ts";
import { usePerson } from "../client/person.ts";
import { useProgress } from "../client/progress.ts";
import type { QueueItem } from "../client/queue-items.ts";
import { useQueueEntries } from "../client/queue-entries.ts";
import { discard, edit, retry, sendNow } from "../client/sync-state.ts";
import { toast } from "../client/toasts.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { Sheet } from "../ui/sheet.tsx";
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
  const trouble = useProgress((state) => state.trouble);
  const [isBusy, setBusy] = useState(false);
  const userId = usePerson((state) => state.userId);
  useEffect(() => {
    if (userId && items)
      forgetEntryDrafts(
        userId,
        items.map(({ id }) => id),
      );
  }, [userId, items]);
  const hasSendable = items?.some(({ state }) => state !== "attention") ?? false;

  async function send() {
    setBusy(true);
    await said(sendNow());
    setBusy(false);
  }

  return (
    <Sheet
      open
      onClose={onClose}
      side="bottom"
      title="Waiting to send"
      foot={
        <div className={styles.foot}>
          <Button size="lg" full busy={isBusy} disabled={!isOnline || !hasSendable} onClick={() => void send()}>
            {isBusy ? "Sending..." : "Send now"}
          </Button>
          <p className={styles.note}>{noteFor(isOnline, trouble)}</p>
        </div>
      }
    >
      {items?.length === 0 && <p className={styles.empty}>Nothing is waiting.</p>}
      <ul className={styles.list}>
        {items?.map((item) => (
          <QueueRow key={item.id} item={item} onLeave={onClose} />
        ))}
      </ul>
    </Sheet>
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

function QueueRow({ item, onLeave }: { item: QueueItem; onLeave: () => void }) {
  const { name, what, about, at, state, reason } = item;
  const [isEditing, setEditing] = useState(false);
  const openForm = () => {
    onLeave();
    openDialog({ name: name === "profile.update" ? "profile" : "listing", entryId: item.id });
  };
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
      {isEditing ? (
        <EditText item={item} onDone={() => setEditing(false)} />
      ) : (
        <RowActions
          item={item}
          onEdit={() => (item.hasForm ? openForm() : setEditing(true))}
          onChoose={() => {
            onLeave();
            openDialog({ name: "conflict", entryId: item.id });
          }}
        />
      )}
    </li>
  );
}

interface RowActionsProps {
  item: QueueItem;
  onEdit: () => void;
  onChoose: () => void;
}

function RowActions({ item, onEdit, onChoose }: RowActionsProps) {
  const { id, what, canRetry, canDiscard, conflicts, editable, hasForm } = item;
  if (!canRetry && !canDiscard && !editable && !hasForm) return null;
  return (
    <div className={styles.actions}>
      {conflicts && (
        <Button size="sm" aria-haspopup="dialog" aria-label={`Choose: ${what}`} onClick={onChoose}>
          Choose
        </Button>
      )}
      {canRetry && (
        <Button size="sm" aria-label={`Try again: ${what}`} onClick={() => void said(retry(id))}>
          Try again
        </Button>
      )}
      {(editable || hasForm) && (
        <Button size="sm" variant="quiet" aria-label={`Edit: ${what}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {canDiscard && (
        <Button size="sm" variant="quiet" aria-label={`Delete: ${what}`} onClick={() => void said(discard(id))}>
          Delete
        </Button>
      )}
    </div>
  );
}

/** Words typed over those of an entry, kept until they are saved or given up. */
function useEditedText({ id, editable = "", input }: QueueItem) {
  const userId = usePerson((state) => state.userId);
  const before = input[editable];
  const [text, setText] = useState(() => {
    const kept =
      userId && keptDraft<{ text: string }>("queue", userId, ofEntry(id), (it) => typeof it.text === "string");
    return kept ? kept.text : typeof before === "string" ? before : "";
  });
  const keep = (draft: { text: string } | null) => {
    if (userId) keepDraft("queue", userId, ofEntry(id), draft);
  };
  const change = (typed: string) => {
    setText(typed);
    keep(typed === before ? null : { text: typed });
  };
  return { text, change, forget: () => keep(null) };
}

/** The words of what waits, changed in place. Saving queues them again. */
function EditText({ item, onDone }: { item: QueueItem; onDone: () => void }) {
  const { id, what, editable = "", input } = item;
  const { text, change, forget } = useEditedText(item);
  const end = () => {
    forget();
    onDone();
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    if (await said(edit(id, { ...input, [editable]: text }))) end();
  }

  return (
    <form className={styles.edit} onSubmit={(event) => void save(event)}>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button just pressed */}
      <textarea aria-label={what} rows={3} autoFocus value={text} onChange={(event) => change(event.target.value)} />
      <div className={styles.actions}>
        <Button size="sm" type="submit" disabled={text.trim() === ""}>
          Save and send
        </Button>
        <Button size="sm" variant="quiet" onClick={end}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** True when it was done. What could not be done is said; nothing was changed then. */
async function said(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (problem) {
    toast({ kind: "bad", title: "Error", description: (problem as Error).message });
    return false;
  }
}
