import { useState } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";

interface AdminFlagDialogProps {
  user: OwnUser;
  /** What is asked for. */
  isAdmin: boolean;
  onConfirm: () => Promise<unknown>;
  /** After a no, and after a yes that has been carried out or refused. */
  onClose: () => void;
}

/** Asks before somebody becomes an admin or is none any more. */
export function AdminFlagDialog({ user, isAdmin, onConfirm, onClose }: AdminFlagDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isAdmin ? `Make ${user.name} an admin?` : `Remove ${user.name} as an admin?`}
      actionLabel={isAdmin ? "Make Admin" : "Remove Admin"}
      harmless={isAdmin}
      busy={isBusy}
      onAction={() => void confirm()}
    >
      {isAdmin
        ? "Admins see every address, change every account and listing, and can make others admins."
        : "They can no longer open the admin dashboard or change other people's accounts and listings."}
    </ConfirmDialog>
  );
}
