import { Check } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "../display/icon.tsx";
import styles from "./checkbox.module.css";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** Stands at the right end of the row, such as a count. */
  end?: ReactNode;
  disabled?: boolean;
  required?: boolean;
  /** Id of what says what is wrong. */
  describedBy?: string | undefined;
}

/** A 44 px row: box, words and what belongs at the end. */
export function Checkbox({ checked, onChange, children, end, disabled, required, describedBy }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  // A tap on the server's markup, before React took it over, changed the box but told nobody.
  useEffect(() => {
    if (box.current && box.current.checked !== checked) onChange(box.current.checked);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only once: later the box follows `checked`
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
