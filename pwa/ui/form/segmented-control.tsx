import { classNames } from "../styles/class-names.ts";
import styles from "./segmented-control.module.css";

type SegmentedControlProps<Value extends string | number> = {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  /** Receives null when the selected segment is pressed again. */
  onChange: (value: Value | null) => void;
};

/** A row of toggles with at most one on; pressing it again clears the choice. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.control}>
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
