import { useState } from "react";
import { cancelReasons, type CancelReason } from "../../../../shared/domain/bookings-rules.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { Why } from "../use-steps.ts";
import styles from "./cancel-dialog.module.css";

/** Longest note of a step, and room in it for the words of a minimum. */
const MOST_NOTE = 500;
const MOST_MINIMUM = 100;

const reasonNames: Record<CancelReason, string> = {
  weather: "Weather",
  maintenance: "Maintenance",
  plans: "Plans changed",
  other: "Other",
};

type CancelDialogProps = { peerName: string; onClose: () => void; onCancel: (why: Why) => void };

/** Asks why a booking is cancelled. Weather counts against nobody. */
export function CancelDialog({ peerName, onClose, onCancel }: CancelDialogProps) {
  const [reason, setReason] = useState<CancelReason | null>(null);
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const words = note.trim();
  const send = () => {
    if (reason === null || (reason === "other" && words === "")) return setMissing(true);
    onCancel({ reason, ...(words !== "" && { note: words }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel this booking?"
      description={`${peerName} gets a message with your reason.`}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep It
          </Button>
          <Button variant="danger" onClick={send}>
            Cancel Booking
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <fieldset className={styles.reasons}>
          <legend>Reason</legend>
          {cancelReasons.map((one) => (
            <label key={one} className={styles.reason}>
              <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
              <span>
                {reasonNames[one]}
                {one === "weather" && <span className="muted">Counts against nobody</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <TextArea
          label={reason === "other" ? "Your words" : "Your words (optional)"}
          value={note}
          onChange={setNote}
          rows={2}
          maxLength={MOST_NOTE}
        />
        {isMissing && (
          <p role="alert" className={styles.problem}>
            {reason === null ? "Please choose a reason." : "Please write a few words."}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type DeclineDialogProps = {
  peerName: string;
  /** The minima that the pilot does not reach; one of them may be the reason. */
  minima: readonly string[];
  onClose: () => void;
  onDecline: (why: Why) => void;
};

/** Declines a request, with a minimum or some words for the pilot. */
export function DeclineDialog({ peerName, minima, onClose, onDecline }: DeclineDialogProps) {
  const [minimum, setMinimum] = useState("");
  const [note, setNote] = useState("");
  const words = [minimum && `Minimum: ${minimum}.`, note.trim()].filter(Boolean).join(" ");
  return (
    <Dialog
      open
      onClose={onClose}
      title="Decline this request?"
      description={`${peerName} gets a message with your words.`}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep It
          </Button>
          <Button variant="danger" onClick={() => onDecline(words === "" ? {} : { note: words })}>
            Decline
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {minima.length > 0 && (
          <Select
            label="Because of a minimum (optional)"
            name="minimum"
            value={minimum}
            options={[{ value: "", label: "None" }, ...minima.map((one) => ({ value: one, label: one }))]}
            onChange={setMinimum}
          />
        )}
        <TextArea
          label="Your words (optional)"
          value={note}
          onChange={setNote}
          rows={2}
          maxLength={MOST_NOTE - (minima.length > 0 ? MOST_MINIMUM : 0)}
        />
      </div>
    </Dialog>
  );
}
