import { closeDialog, useDialogs } from "../client/dialogs.ts";
import { AuthDialog } from "./dialogs.ts";

/** Draws the dialog that was asked for. */
export function DialogHost() {
  const dialog = useDialogs((state) => state.dialog);
  if (dialog?.name === "auth") return <AuthDialog request={dialog} onClose={closeDialog} />;
  return null;
}
