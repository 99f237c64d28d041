import { closeToast, useToasts } from "../../client/shell/toasts.ts";
import { ToastView } from "../../ui/overlay/toast-view.tsx";

export function Toaster() {
  const shown = useToasts((state) => state.shown);
  return <ToastView toast={shown} onClose={closeToast} />;
}
