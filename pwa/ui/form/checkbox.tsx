import { Check } from "../icons/icons.ts";
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "../display/icon.tsx";
import styles from "./checkbox.module.css";

type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** Content at the right end of the row, such as a count. */
  end?: ReactNode;
  disabled?: boolean;
  required?: boolean;
  /** Id of the element with the error. */
  describedBy?: string | undefined;
};

/** A 44 px row with a box, a label and optional content at the end. */
export function Checkbox({ checked, onChange, children, end, disabled, required, describedBy }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  // A tap before hydration changed the box, but no handler ran.
  useEffect(() => {
    if (box.current && box.current.checked !== checked) onChange(box.current.checked);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once: later the box follows `checked`
  }, []);
  return (
    <label className={styles.row}>
      <input
        ref={box}
        type="checkbox"
        className="over"
        checked={checked}
        disabled={disabled}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={describedBy ? true : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.box} aria-hidden="true">
        <Icon of={Check} size="s" />
      </span>
      <span>{children}</span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </label>
  );
}
