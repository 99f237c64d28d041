import type { Drawing } from "../icons/drawn.ts";
import * as AlertDialog from "@radix-ui/react-alert-dialog";
import type { ReactNode } from "react";
import { Button } from "../actions/button.tsx";
import { useFocusReturn } from "../hooks/focus-return.ts";
import { Icon } from "../display/icon.tsx";
import { useOverlayEntry } from "./overlay-history.ts";
import dialogStyles from "./dialog.module.css";
import styles from "./confirm-dialog.module.css";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  /** A question that names the object: "Delete Piper Archer III?". */
  title: string;
  children: ReactNode;
  /** Names the action: "Delete Aircraft". */
  actionLabel: string;
  actionIcon?: Drawing;
  onAction: () => void;
  busy?: boolean;
  /** Label of the button that declines, for actions that are called a cancellation themselves. */
  keepLabel?: string;
  /** For reversible actions: no red border. */
  harmless?: boolean;
};

/** Asks before an irreversible action. Focuses the button that declines; an outside click does not close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    actionLabel,
    actionIcon,
    onAction,
    busy,
    harmless,
    keepLabel = "Cancel",
  } = props;
  const focus = useFocusReturn();
  useOverlayEntry(open, onClose);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={dialogStyles.scrim} />
        <AlertDialog.Content className={styles.box} onOpenAutoFocus={focus.remember} onCloseAutoFocus={focus.restore}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{children}</AlertDialog.Description>
          <div className={styles.actions} data-pinned="">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet">{keepLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={harmless ? "secondary" : "danger"} busy={busy} onClick={onAction}>
              {actionIcon && <Icon of={actionIcon} size="s" />}
              {actionLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
