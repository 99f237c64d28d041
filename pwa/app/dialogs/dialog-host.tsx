import { useCallback } from "react";
import { closeDialog, explainVerified, useDialogs } from "../../client/shell/dialogs.ts";
import {
  AuthDialog,
  AvailabilityDialog,
  ConflictDialog,
  ListingDialog,
  MessageDialog,
  ProfileDialog,
  SearchDialog,
  VerifiedDialog,
} from "./dialog-list.ts";
import { useCloseOnNavigation } from "../effects/use-close-on-navigation.ts";

/** Renders the open dialog, and above it the explanation of a mark. */
export function DialogHost() {
  const mark = useDialogs((state) => state.mark);
  useCloseOnNavigation(mark, closeMark);
  return (
    <>
      <OpenDialog />
      {mark && <VerifiedDialog mark={mark} onClose={closeMark} />}
    </>
  );
}

const closeMark = () => explainVerified(null);

function OpenDialog() {
  const dialog = useDialogs((state) => state.dialog);
  // A form closed while sending calls this when the answer arrives; another dialog may be open by then.
  const close = useCallback(() => dialog && closeDialog(dialog), [dialog]);
  useCloseOnNavigation(dialog, close);
  if (dialog?.name === "auth") return <AuthDialog request={dialog} onClose={close} />;
  if (dialog?.name === "availability") return <AvailabilityDialog request={dialog} onClose={close} />;
  if (dialog?.name === "conflict") return <ConflictDialog request={dialog} onClose={close} />;
  if (dialog?.name === "listing") return <ListingDialog request={dialog} onClose={close} />;
  if (dialog?.name === "message") return <MessageDialog request={dialog} onClose={close} />;
  if (dialog?.name === "profile") return <ProfileDialog request={dialog} onClose={close} />;
  if (dialog?.name === "search") return <SearchDialog request={dialog} onClose={close} />;
  return null;
}
