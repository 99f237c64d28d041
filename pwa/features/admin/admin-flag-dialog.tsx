import { useState } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";

type AdminFlagDialogProps = {
  user: OwnUser;
  /** The new value of the flag. */
  isAdmin: boolean;
  onConfirm: () => Promise<unknown>;
  /** Called after the admin declines, and after the command has succeeded or was refused. */
  onClose: () => void;
};

/** Asks before a user becomes an admin or stops being one. */
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
