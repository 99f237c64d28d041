// The dialogs there are. A control that opens one asks `hasDialog` first and is not drawn without it.
import { closeDialog, type DialogName } from "../client/dialogs.ts";
import { toast } from "../client/toasts.ts";
import { latePart } from "./late-part.tsx";

function sayMissing() {
  closeDialog();
  toast({ kind: "bad", title: "Needs a connection", description: "This part is not on this device yet." });
}

export const AuthDialog = latePart(
  async () => (await import("../features/accounts/auth-dialog.tsx")).AuthDialog,
  sayMissing,
);

const existing: readonly DialogName[] = ["auth"];

export function hasDialog(name: DialogName): boolean {
  return existing.includes(name);
}
