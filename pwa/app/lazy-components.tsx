// Components that the first view does not need: toasts, dialogs, tooltips and the update notice. Loaded after the first paint.
import { useEffect, useState } from "react";
import { useDialogs } from "../client/shell/dialogs.ts";
import { useSignOut } from "../client/session/sign-out.ts";
import { useToasts } from "../client/shell/toasts.ts";
import { DialogHost } from "./dialogs/dialog-host.tsx";
import { lazyComponent } from "../ui/hooks/lazy-component.tsx";

const Toaster = lazyComponent(async () => (await import("./layout/toaster.tsx")).Toaster);
const SignOutDialog = lazyComponent(
  async () => (await import("./dialogs/sign-out-dialog.tsx")).SignOutDialog,
  // Without its code the dialog cannot ask, so the user stays signed in.
  { dismiss: () => useSignOut.getState().question?.answer("stay") },
);
const IdleEffects = lazyComponent(async () => (await import("./effects/idle-effects.tsx")).IdleEffects);

export function LazyComponents() {
  const isIdle = useIdle();
  const hasToasted = useToasts((state) => state.lastId > 0);
  const hasDialog = useDialogs((state) => state.dialog !== null || state.mark !== null);
  const isLeaving = useSignOut((state) => state.question !== null);
  return (
    <>
      {/* A service worker has the code stored, so that the first toast can fetch it without a network. */}
      {(hasToasted || (isIdle && !isServedByWorker())) && <Toaster />}
      {hasDialog && <DialogHost />}
      {isLeaving && <SignOutDialog />}
      {isIdle && <IdleEffects />}
    </>
  );
}

function isServedByWorker(): boolean {
  return "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
}

/** True once the browser was idle after the first paint. */
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
