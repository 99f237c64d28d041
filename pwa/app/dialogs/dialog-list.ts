// The code of the dialogs that client/dialogs.ts says there are.
import { closeDialog } from "../../client/shell/dialogs.ts";
import { latePart } from "../../ui/hooks/lazy-component.tsx";

const waiting = { dismiss: () => closeDialog() };

export const AuthDialog = latePart(
  async () => (await import("../../features/accounts/auth-dialog.tsx")).AuthDialog,
  waiting,
);

export const ConflictDialog = latePart(
  async () => (await import("../../features/conflicts/conflict-dialog.tsx")).ConflictDialog,
  waiting,
);

export const ListingDialog = latePart(async () => (await import("./listing-dialog.tsx")).ListingDialog, waiting);

export const ProfileDialog = latePart(async () => (await import("./profile-dialog.tsx")).ProfileDialog, waiting);

export const MessageDialog = latePart(async () => (await import("./chat-dialog.tsx")).ChatDialog, waiting);
