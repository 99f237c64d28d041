import { useId, useRef, useState, type SubmitEvent } from "react";
import {
  MOST_EVIDENCE,
  reasonLabels,
  reportReasons,
  type ReportReason,
} from "../../../shared/domain/safety/report-rules.ts";
import { sendReport, type ReportSubject } from "../../client/safety/reporting.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { MessageChoice, type OfferedMessage } from "./message-choice.tsx";
import styles from "./report-dialog.module.css";

export type ReportDialogProps = {
  subject: ReportSubject;
  /** The message that the report is about; chosen at first. */
  about?: OfferedMessage;
  onClose: () => void;
};

type Choice = ReportReason | "";
const reasons: readonly { value: Choice; label: string }[] = [
  { value: "", label: "Choose a reason" },
  ...reportReasons.map((value) => ({ value, label: reasonLabels[value] })),
];

const titles: Readonly<Record<ReportSubject["targetType"], (name: string) => string>> = {
  user: (name) => `Report ${name}`,
  aircraft: (name) => `Report the listing ${name}`,
  review: (name) => `Report the review by ${name}`,
};

/** Asks why, and which messages of the conversation belong to the report. */
export function ReportDialog({ subject, about, onClose }: ReportDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [why, setWhy] = useState<Choice>("");
  const [words, setWords] = useState("");
  const [messageIds, setMessageIds] = useState<string[]>(about ? [about.id] : []);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(why === "");
    if (why === "") {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    if (await sendReport(subject, { why, words: words.trim(), messageIds })) onClose();
    else setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[subject.targetType](subject.name)}
      description="Our admins read it. Nobody else learns that it was you."
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {isBusy ? "Reporting..." : "Report"}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <Select
          label="Reason"
          value={why}
          options={reasons}
          error={isMissing ? "A report needs a reason." : null}
          onChange={(next) => {
            setWhy(next);
            setMissing(false);
          }}
        />
        <TextArea label="What happened? (optional)" rows={3} maxLength={1000} value={words} onChange={setWords} />
        {subject.targetType === "user" && (
          <MessageChoice
            peer={subject}
            about={about}
            most={MOST_EVIDENCE}
            chosen={messageIds}
            onChange={setMessageIds}
          />
        )}
      </form>
    </Dialog>
  );
}
