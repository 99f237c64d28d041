import { Button } from "../actions/button.tsx";
import styles from "./draft-note.module.css";

type DraftNoteProps = {
  onDiscard: () => void;
  disabled?: boolean;
};

/** Tells the user that a form shows an earlier draft. */
export function DraftNote({ onDiscard, disabled = false }: DraftNoteProps) {
  return (
    <p className={styles.note} data-aside="">
      This is what you typed before.
      <Button size="sm" variant="quiet" disabled={disabled} onClick={onDiscard}>
        Discard draft
      </Button>
    </p>
  );
}
