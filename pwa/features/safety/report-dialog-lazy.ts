import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import type { ReportDialogProps } from "./report-dialog.tsx";

/** The form of a report; its code loads when it is needed. */
export const ReportDialog = lazyComponent<ReportDialogProps>(
  async () => (await import("./report-dialog.tsx")).ReportDialog,
  { dismiss: ({ onClose }) => onClose() },
);
