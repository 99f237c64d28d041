import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import styles from "./switch.module.css";

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The label before the switch. */
  children: ReactNode;
  /** Small print under the label. */
  hint?: ReactNode;
  /** Accessible name in place of the label; it must begin with the label: "Verified, Dale Whitcomb". */
  label?: string;
  disabled?: boolean;
  /** The reason why it is disabled. */
  title?: string | undefined;
  /** Waits for an answer: keeps the focus and ignores presses. */
  busy?: boolean;
  className?: string | undefined;
};

/** A 44 px row with a label and a switch at its end; takes effect at once, unlike a checkbox. */
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
