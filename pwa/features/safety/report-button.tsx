import { Flag } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { reporterWords } from "../../../shared/domain/safety/report-rules.ts";
import { useIsReported, type ReportSubject } from "../../client/safety/reporting.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { ReportDialog } from "./report-dialog-lazy.ts";
import styles from "./report-dialog.module.css";

type ReportButtonProps = {
  subject: ReportSubject;
  /** What the button says, with its object. */
  label: string;
  full?: boolean;
};

/** Opens the form of a report. While one is open it says so instead. Not rendered for guests. */
export function ReportButton({ subject, label, full }: ReportButtonProps) {
  const isReported = useIsReported(subject);
  const [isOpen, setOpen] = useState(false);
  if (isReported === undefined) return null;
  if (isReported)
    return (
      <p className={styles.reported}>
        <Icon of={Flag} size="s" />
        {reporterWords.open}
      </p>
    );
  return (
    <>
      <Button
        size={full ? "md" : "sm"}
        variant={full ? "secondary" : "quiet"}
        full={full}
        onClick={() => setOpen(true)}
      >
        <Icon of={Flag} size="s" />
        {label}
      </Button>
      {isOpen && <ReportDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
