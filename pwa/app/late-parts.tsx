// What the first view does without: toasts, dialogs, tooltips and the update notice, fetched once the page stands.
import { useEffect, useState } from "react";
import { useDialogs } from "../client/dialogs.ts";
import { useSignOutQuestion } from "../client/sign-out.ts";
import { useToasts } from "../client/toasts.ts";
import { DialogHost } from "./dialog-host.tsx";
import { latePart } from "../ui/late-part.tsx";

const Toaster = latePart(async () => (await import("./toaster.tsx")).Toaster);
const Tooltips = latePart(async () => (await import("../ui/tooltips.tsx")).Tooltips);
const SignOutDialog = latePart(
  async () => (await import("./sign-out-dialog.tsx")).SignOutDialog,
  // What cannot be asked is not decided: nobody is signed out.
  { dismiss: () => useSignOutQuestion.getState().question?.answer("stay") },
);
const NoticesKeeper = latePart(async () => (await import("./notices-keeper.tsx")).NoticesKeeper);
const SavedAircraftKeeper = latePart(async () => (await import("./saved-aircraft-keeper.tsx")).SavedAircraftKeeper);
const GlanceKeeper = latePart(async () => (await import("./glance-keeper.tsx")).GlanceKeeper);
const UnfinishedSendsKeeper = latePart(
  async () => (await import("./unfinished-sends-keeper.tsx")).UnfinishedSendsKeeper,
);
const UpdateNotice = latePart(async () => (await import("./update-notice.tsx")).UpdateNotice);

export function LateParts() {
  const isIdle = useIdle();
  const hasToast = useToasts((state) => state.shown !== null);
  const hasDialog = useDialogs((state) => state.dialog !== null);
  const isLeaving = useSignOutQuestion((state) => state.question !== null);
  return (
    <>
      {(isIdle || hasToast) && <Toaster />}
      {hasDialog && <DialogHost />}
      {isLeaving && <SignOutDialog />}
      {isIdle && <NoticesKeeper />}
      {isIdle && <SavedAircraftKeeper />}
      {isIdle && <GlanceKeeper />}
      {isIdle && <UnfinishedSendsKeeper />}
      {isIdle && <Tooltips />}
      {isIdle && <UpdateNotice />}
    </>
  );
}

/** True once the browser has had a quiet moment after the first paint. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(() => setIdle(true), 1_500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 4_000 });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
