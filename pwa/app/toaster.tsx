import { closeToast, useToasts } from "../client/toasts.ts";
import { ToastView } from "../ui/toast-view.tsx";

export function Toaster() {
  const shown = useToasts((state) => state.shown);
  return <ToastView toast={shown} onClose={closeToast} />;
}
