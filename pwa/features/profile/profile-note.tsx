import { CircleAlert, Clock } from "../../ui/icons/icons.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import type { QueueItem } from "../../client/sync/queue-items.ts";
import { commandText } from "../../client/sync/queue-texts.ts";
import { NotKept } from "../../client/sync/current-store.ts";
import { discard } from "../../client/sync/sync-state.ts";
import { toast } from "../../client/shell/toasts.ts";
import { usePictureAddress } from "../../client/pictures/local-pictures.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./profile-note.module.css";

/** The latest unsent or refused edit of the user's own profile. */
export function useUnsentChange(): QueueItem | undefined {
  return useQueueEntries()?.findLast(({ name }) => commandText(name)?.form === "profile");
}

/** The user's own picture; one not uploaded yet is shown from this device. */
export function usePendingPicture(avatarUrl: string | null, change: QueueItem | undefined): string | null {
  const wanted = change?.state === "attention" ? undefined : change?.input["avatarUrl"];
  return usePictureAddress((typeof wanted === "string" ? wanted : avatarUrl) ?? "") || avatarUrl;
}

/** Shown beside the name while an edit is waiting. */
export function WaitingBadge({ change }: { change: QueueItem | undefined }) {
  if (!change) return null;
  return change.state === "attention" ? (
    <Badge tone="fail" icon={CircleAlert}>
      Not saved
    </Badge>
  ) : (
    <Badge tone="wait" icon={Clock}>
      Saved on this device
    </Badge>
  );
}

/** Shows why an edit was refused, with the available actions. */
export function RefusedNote({ change }: { change: QueueItem | undefined }) {
  if (change?.state !== "attention") return null;
  const drop = () =>
    discard(change.id).catch((problem: unknown) => {
      const description = problem instanceof NotKept ? problem.message : "";
      toast({ kind: "bad", title: "Error", description });
    });
  return (
    <div role="alert" className={styles.note}>
      <Icon of={CircleAlert} />
      <p>
        <b>Your changes were not saved.</b> {change.reason}
      </p>
      <div className={styles.tools}>
        {change.conflicts ? (
          <Button size="sm" onClick={() => openDialog({ name: "conflict", entryId: change.id })}>
            Choose
          </Button>
        ) : (
          <Button size="sm" onClick={() => openDialog({ name: "profile", entryId: change.id })}>
            Edit changes
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => void drop()}>
          Discard changes
        </Button>
      </div>
    </div>
  );
}
