import { closeDialog, useDialogs } from "../client/dialogs.ts";
import { AuthDialog, ConflictDialog, ListingDialog, MessageDialog, ProfileDialog } from "./dialogs.ts";

/** Draws the dialog that was asked for. */
export function DialogHost() {
  const dialog = useDialogs((state) => state.dialog);
  if (dialog?.name === "auth") return <AuthDialog request={dialog} onClose={closeDialog} />;
  if (dialog?.name === "conflict") return <ConflictDialog request={dialog} onClose={closeDialog} />;
  if (dialog?.name === "listing") return <ListingDialog request={dialog} onClose={closeDialog} />;
  if (dialog?.name === "message") return <MessageDialog request={dialog} onClose={closeDialog} />;
  if (dialog?.name === "profile") return <ProfileDialog request={dialog} onClose={closeDialog} />;
  return null;
}
