// Lazy components for the dialogs that client/shell/dialogs.ts lists.
import { closeDialog, explainVerified } from "../../client/shell/dialogs.ts";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";

const fallback = { dismiss: () => closeDialog() };

export const AuthDialog = lazyComponent(
  async () => (await import("../../features/accounts/auth-dialog.tsx")).AuthDialog,
  fallback,
);

export const AvailabilityDialog = lazyComponent(
  async () => (await import("../../features/availability/availability-dialog.tsx")).AvailabilityDialog,
  fallback,
);

export const ConflictDialog = lazyComponent(
  async () => (await import("../../features/conflicts/conflict-dialog.tsx")).ConflictDialog,
  fallback,
);

export const ListingDialog = lazyComponent(
  async () => (await import("./listing-dialog-with-pictures.tsx")).ListingDialogWithPictures,
  fallback,
);

export const ProfileDialog = lazyComponent(
  async () => (await import("./profile-dialog-with-picture.tsx")).ProfileDialogWithPicture,
  fallback,
);

export const MessageDialog = lazyComponent(async () => (await import("./chat-dialog.tsx")).ChatDialog, fallback);

export const SearchDialog = lazyComponent(
  async () => (await import("../../features/searches/search-dialog.tsx")).SearchDialog,
  fallback,
);

export const VerifiedDialog = lazyComponent(
  async () => (await import("../../features/site/verified-dialog.tsx")).VerifiedDialog,
  { dismiss: () => explainVerified(null) },
);
