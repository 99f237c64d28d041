// A row of the queue: its command, recipient or subject, time, and actions.
import type { Drawing } from "../../ui/icons/drawn.ts";
import {
  Bookmark,
  CalendarClock,
  CircleAlert,
  Heart,
  MessageSquare,
  Plane,
  Star,
  UserRound,
} from "../../ui/icons/icons.ts";
import { useState, type FormEvent } from "react";
import { timeLabel } from "../../../shared/kit/dates.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { storeDraft, storedDraft, entryDraftSubject } from "../../client/edits/drafts.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import type { NamedItem } from "../../client/sync/queue-items.ts";
import { commandText, type QueueIcon } from "../../client/sync/queue-texts.ts";
import { useGoToVerify } from "../../client/shell/return-place.ts";
import { discard, edit, retry } from "../../client/sync/sync-state.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./queue-sheet.module.css";

const icons: Readonly<Record<QueueIcon, Drawing>> = {
  aircraft: Plane,
  booking: CalendarClock,
  favorite: Heart,
  message: MessageSquare,
  profile: UserRound,
  review: Star,
  search: Bookmark,
};

/** One waiting or refused command with its actions. */
export function QueueRow({ item, onLeave }: { item: NamedItem; onLeave: () => void }) {
  const { name, what, about, at, state, reason, form } = item;
  const [isEditing, setEditing] = useState(false);
  const goToVerify = useGoToVerify();
  const openEdit = () => {
    if (!form) return setEditing(true);
    onLeave();
    openDialog({ name: form, entryId: item.id });
  };
  const isRefused = state === "attention";
  const time = timeLabel(at, new Date());
  const when = isRefused ? `Refused ${time}` : state === "sending" ? `Sending since ${time}` : time;
  return (
    <li className={styles.row}>
      <span className={classNames(styles.mark, isRefused && styles.refused)}>
        <Icon of={isRefused ? CircleAlert : icons[commandText(name)?.icon ?? "aircraft"]} />
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
          onEdit={openEdit}
          onVerify={() => {
            onLeave();
            goToVerify();
          }}
          onChoose={() => {
            onLeave();
            openDialog({ name: "conflict", entryId: item.id });
          }}
        />
      )}
    </li>
  );
}

type RowActionsProps = {
  item: NamedItem;
  onEdit: () => void;
  onChoose: () => void;
  onVerify: () => void;
};

type RowAction = { label: string; run: () => void; opensDialog?: boolean };

/** The row's actions, the most useful first; only the first has an outline. */
function actionsFor({ item, onEdit, onChoose, onVerify }: RowActionsProps): RowAction[] {
  const { id, needsVerification, canRetry, canDiscard, isHopeless, conflicts, editable, form } = item;
  const drop = canDiscard && {
    label: isHopeless ? "Discard" : "Delete",
    run: () => void runOrToast(discard(id)),
  };
  return [
    conflicts && { label: "Choose", run: onChoose, opensDialog: true },
    needsVerification && { label: "Verify email", run: onVerify },
    isHopeless && drop,
    canRetry && { label: "Try again", run: () => void runOrToast(retry(id)) },
    (editable !== undefined || form) && { label: "Edit", run: onEdit },
    !isHopeless && drop,
  ].filter((act): act is RowAction => typeof act === "object");
}

function RowActions(props: RowActionsProps) {
  const acts = actionsFor(props);
  if (acts.length === 0) return null;
  return (
    <div className={styles.actions}>
      {acts.map(({ label, run, opensDialog }, place) => (
        <Button
          key={label}
          size="sm"
          variant={place === 0 ? "secondary" : "quiet"}
          aria-haspopup={opensDialog ? "dialog" : undefined}
          aria-label={`${label}: ${props.item.what}`}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The edited text of an entry, stored as a draft until the user saves or cancels. */
function useEditedText({ id, editable = "", input }: NamedItem) {
  const userId = useCurrentStore((state) => state.userId);
  const before = input[editable];
  const [text, setText] = useState(() => {
    const draft =
      userId &&
      storedDraft<{ text: string }>("queue", userId, entryDraftSubject(id), (it) => typeof it.text === "string");
    return draft ? draft.text : typeof before === "string" ? before : "";
  });
  const storeText = (draft: { text: string } | null) => {
    if (userId) storeDraft("queue", userId, entryDraftSubject(id), draft);
  };
  const change = (typed: string) => {
    setText(typed);
    storeText(typed === before ? null : { text: typed });
  };
  return { text, change, forget: () => storeText(null) };
}

/** Edits the text of a waiting command in place. Saving queues the command again. */
function EditText({ item, onDone }: { item: NamedItem; onDone: () => void }) {
  const { id, what, editable = "", input } = item;
  const { text, change, forget } = useEditedText(item);
  const end = () => {
    forget();
    onDone();
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    if (await runOrToast(edit(id, { ...input, [editable]: text }))) end();
  }

  return (
    <form className={styles.edit} onSubmit={(event) => void save(event)}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button just pressed */}
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

/** Runs `work` and returns true when it succeeded. Shows a toast when it failed; a failure changes nothing. */
export async function runOrToast(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (problem) {
    toast({ kind: "bad", title: "Error", description: (problem as Error).message });
    return false;
  }
}
