import { classNames } from "../styles/class-names.ts";
import styles from "./segmented-control.module.css";

interface SegmentProps<Value extends string | number> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  /** Gets null when the chosen part is pressed again. */
  onChange: (value: Value | null) => void;
}

/** A row of toggles of which at most one is on; pressing it again clears the choice. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: SegmentProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.segment}>
      {options.map((option) => {
        const isOn = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isOn}
            className={classNames(styles.part, isOn && styles.on)}
            onClick={() => onChange(isOn ? null : option.value)}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
