import { useId, useState, type SubmitEvent } from "react";
import type { AdminReport } from "../../../../shared/domain/safety/reports.ts";
import { actionLabels, warningTemplates, type ReportAction } from "../../../../shared/domain/safety/report-rules.ts";
import { ApiError, call } from "../../../client/api/call.ts";
import { useOnline } from "../../../client/api/online.ts";
import { useAuth } from "../../../client/session/session.tsx";
import { toast } from "../../../client/shell/toasts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import styles from "./reports-panel.module.css";

export type Closing = { report: AdminReport; action: ReportAction };

type CloseDialogProps = {
  closing: Closing;
  /** Called after the report was closed, also by another admin. */
  onDone: () => void;
  onClose: () => void;
};

const says: Readonly<Record<ReportAction, (report: AdminReport) => string>> = {
  dismiss: () => "The report is closed. Its reporter reads that you found nothing against the rules.",
  warn: ({ about }) => `${about.name} gets this by mail. The reporter reads that you acted, without details.`,
  "hide-listing": ({ targetName, about }) =>
    `${targetName} is hidden from everybody but ${about.name} and admins. ${about.name} gets a mail.`,
  deactivate: ({ about }) => `${about.name} can no longer log in, and their listings are hidden. They get a mail.`,
};

/** Asks before a report is closed: with the words of a warning, and the reason for the audit trail. */
export function CloseDialog({ closing: { report, action }, onDone, onClose }: CloseDialogProps) {
  const formId = useId();
  const isOnline = useOnline();
  const { refresh } = useAuth();
  const [warning, setWarning] = useState(warningTemplates[report.why]);
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isEmpty = action === "warn" && warning.trim() === "";

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isEmpty) return;
    setBusy(true);
    try {
      const words = { ...(action === "warn" && { warning }), ...(reason.trim() && { reason: reason.trim() }) };
      await call("admin.closeReport", { id: report.id, action, ...words });
      toast({ title: "Report closed", description: `The reporter, ${report.reporter.name}, reads that you read it.` });
      onDone();
    } catch (error) {
      setBusy(false);
      const description = error instanceof ApiError ? error.message : "Failed to close the report. Please try again.";
      toast({ kind: "bad", title: "Error", description });
      if (error instanceof ApiError && error.code === "report-closed") onDone();
      if (error instanceof ApiError && (error.status === 401 || error.code === "forbidden")) await refresh();
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${actionLabels[action]}: ${report.targetName}`}
      description={says[action](report)}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={action === "deactivate" ? "danger" : "secondary"}
            busy={isBusy}
            disabled={!isOnline || isEmpty}
          >
            {actionLabels[action]}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {action === "warn" && (
          <TextArea label="Warning" rows={5} maxLength={2000} value={warning} onChange={setWarning} />
        )}
        <TextField
          label="Reason (optional)"
          hint="The audit trail keeps it."
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={setReason}
        />
      </form>
    </Dialog>
  );
}
