// The code of the dialogs that client/dialogs.ts says there are.
import { closeDialog } from "../client/dialogs.ts";
import { toast } from "../client/toasts.ts";
import { latePart } from "../ui/late-part.tsx";

function sayMissing() {
  closeDialog();
  toast({ kind: "bad", title: "Needs a connection", description: "This part is not on this device yet." });
}

export const AuthDialog = latePart(
  async () => (await import("../features/accounts/auth-dialog.tsx")).AuthDialog,
  sayMissing,
);

export const ConflictDialog = latePart(
  async () => (await import("../features/conflicts/conflict-dialog.tsx")).ConflictDialog,
  sayMissing,
);

export const ListingDialog = latePart(async () => (await import("./listing-dialog.tsx")).ListingDialog, sayMissing);

export const ProfileDialog = latePart(async () => (await import("./profile-dialog.tsx")).ProfileDialog, sayMissing);

export const MessageDialog = latePart(async () => (await import("./chat-dialog.tsx")).ChatDialog, sayMissing);
