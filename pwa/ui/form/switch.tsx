import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import styles from "./switch.module.css";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** What is switched; stands before the switch. */
  children: ReactNode;
  /** Small print under the words. */
  hint?: ReactNode;
  /** Read out instead of the words, which it has to begin with: "Verified, Dale Whitcomb". */
  label?: string;
  disabled?: boolean;
  /** Says why it cannot be switched. */
  title?: string | undefined;
  /** Waits for an answer: it keeps the focus and takes no second press. */
  busy?: boolean;
  className?: string | undefined;
}

/** A 44 px row with words and a switch at its end; takes effect at once, unlike a checkbox. */
export function Switch({ checked, onChange, children, hint, label, title, busy, disabled, className }: SwitchProps) {
  return (
    <label className={classNames(styles.row, className)}>
      <span className={styles.words}>
        {children}
        {hint && <span className="hint">{hint}</span>}
      </span>
      <input
        type="checkbox"
        className="over"
        role="switch"
        aria-label={label}
        aria-busy={busy || undefined}
        title={title}
        checked={checked}
        disabled={disabled}
        onChange={(event) => !busy && onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
    </label>
  );
}
