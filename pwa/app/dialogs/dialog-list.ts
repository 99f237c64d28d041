// Lazy components for the dialogs that client/shell/dialogs.ts lists.
import { closeDialog } from "../../client/shell/dialogs.ts";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";

const waiting = { dismiss: () => closeDialog() };

export const AuthDialog = lazyComponent(
  async () => (await import("../../features/accounts/auth-dialog.tsx")).AuthDialog,
  waiting,
);

export const ConflictDialog = lazyComponent(
  async () => (await import("../../features/conflicts/conflict-dialog.tsx")).ConflictDialog,
  waiting,
);

export const ListingDialog = lazyComponent(async () => (await import("./listing-dialog.tsx")).ListingDialog, waiting);

export const ProfileDialog = lazyComponent(async () => (await import("./profile-dialog.tsx")).ProfileDialog, waiting);

export const MessageDialog = lazyComponent(async () => (await import("./chat-dialog.tsx")).ChatDialog, waiting);

export const SearchDialog = lazyComponent(
  async () => (await import("../../features/searches/search-dialog.tsx")).SearchDialog,
  waiting,
);
