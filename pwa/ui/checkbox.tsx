import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./checkbox.module.css";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** Stands at the right end of the row, such as a count. */
  end?: ReactNode;
  disabled?: boolean;
  required?: boolean;
}

/** A 44 px row: box, words and what belongs at the end. */
export function Checkbox({ checked, onChange, children, end, disabled, required }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        required={required}
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
