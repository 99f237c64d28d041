import { Flag } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { ReportDialog } from "./report-dialog-lazy.ts";
import type { OfferedMessage } from "./message-choice.tsx";
import styles from "./report-message.module.css";

type ReportMessageProps = { message: OfferedMessage; person: { id: string; name: string } };

/** Reports one message beside its bubble: the form opens with it chosen. */
export function ReportMessage({ message, person }: ReportMessageProps) {
  const [isOpen, setOpen] = useState(false);
  const subject = { targetType: "user" as const, targetId: person.id, name: person.name };
  return (
    <>
      <IconButton
        icon={Flag}
        small
        label="Report this message"
        className={styles.flag}
        // Tab goes to the composer, not through each message. The menu of the person reports by keyboard.
        tabIndex={-1}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ReportDialog subject={subject} about={message} onClose={() => setOpen(false)} />}
    </>
  );
}
