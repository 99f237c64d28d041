import { useState, type RefObject } from "react";
import { TextField } from "../../ui/form/text-field.tsx";
import styles from "./reason-field.module.css";

/** Why the admin makes the next changes: sent with each of them until it is cleared. A ref, so that typing draws no table again. */
export function ReasonField({ reason }: { reason: RefObject<string> }) {
  const [typed, setTyped] = useState(reason.current);
  const change = (value: string) => {
    setTyped(value);
    reason.current = value;
  };
  return (
    <TextField
      className={styles.reason}
      label="Reason for your changes (optional)"
      hint="The audit trail keeps it with each change, until you clear it."
      maxLength={500}
      autoComplete="off"
      value={typed}
      onChange={change}
    />
  );
}

/** The reason as a field of a command; none when it is blank. */
export function reasonOf(reason: RefObject<string>): { reason?: string } {
  const words = reason.current.trim();
  return words === "" ? {} : { reason: words };
}
