import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import type { BlockDialogProps } from "./block-dialog.tsx";

/** The question before a block; its code loads when it is needed. */
export const BlockDialog = lazyComponent<BlockDialogProps>(
  async () => (await import("./block-dialog.tsx")).BlockDialog,
  { dismiss: ({ onClose }) => onClose() },
);
