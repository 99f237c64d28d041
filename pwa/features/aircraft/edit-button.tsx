import { Pencil } from "lucide-react";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { openDialog } from "../../client/dialogs.ts";
import { useOnline } from "../../client/online.ts";
import { useAuth } from "../../client/session.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./detail-bar.module.css";

interface EditButtonProps {
  plane: Aircraft;
  /** What was refused of this listing: it is taken up again instead. */
  refusedEntry: string | undefined;
}

/** Opens the listing's form. One's own also without a network; others' need one. */
export function EditButton({ plane, refusedEntry }: EditButtonProps) {
  const { user } = useAuth();
  const isOff = !useOnline() && user?.id !== plane.ownerId;
  return (
    <IconButton
      icon={Pencil}
      label={`Edit ${plane.name}`}
      title={isOff ? "Needs a connection" : undefined}
      disabled={isOff}
      aria-haspopup="dialog"
      className={styles.round}
      onClick={() => openDialog({ name: "listing", ...(refusedEntry ? { entryId: refusedEntry } : { plane }) })}
    />
  );
}
