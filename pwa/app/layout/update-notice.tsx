import { useEffect, useState } from "react";
import { useDialogs } from "../../client/shell/dialogs.ts";
import { toast } from "../../client/shell/toasts.ts";
import { onUpdateReady } from "../../client/shell/update.ts";

/** Offers a new version once it waits. Never reloads without a click, and stays hidden while a dialog may contain typed text. */
export function UpdateNotice() {
  const [apply, setApply] = useState<(() => void) | null>(null);
  const hasDialog = useDialogs((state) => state.dialog !== null);
  useEffect(() => onUpdateReady((reload) => setApply(() => reload)), []);
  useEffect(() => {
    if (!apply || hasDialog) return;
    toast({
      kind: "update",
      title: "Update ready",
      description: "Reload when you are parked.",
      action: { label: "Reload", onPress: apply },
      stay: true,
    });
    setApply(null);
  }, [apply, hasDialog]);
  return null;
}
